#!/bin/sh
# Prints where a Python is that can run backpulse, or says what is missing. PYTHON=… names one to try first.
for name in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 python3.10 python; do
    if "$name" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))' >/dev/null 2>&1; then
        command -v "$name"
        exit 0
    fi
done
echo "backpulse needs Python 3.10 or newer with its venv module, and there is none here." >&2
echo "Install it (on Debian and Ubuntu: apt-get install python3 python3-venv) and run this again." >&2
exit 1
