#!/bin/sh
# Says what is missing when there is no Node.js that can build the page.
if ! command -v node >/dev/null 2>&1; then
    echo "backpulse's page is built with Node.js 20 or newer, and there is none here." >&2
elif ! node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)'; then
    echo "backpulse's page is built with Node.js 20 or newer, and here is $(node --version)." >&2
elif ! command -v npm >/dev/null 2>&1; then
    echo "backpulse's page is built with npm, and there is none beside Node.js here." >&2
else
    exit 0
fi
echo "Install a current Node.js (it brings npm) and run this again." >&2
exit 1
