#!/bin/sh
# Sees to it that there is a Chromium or Chrome for the browser tests; installs Debian's when there is none.
find="${1:?the Python to look with} tests/browser/chrome.py"
if $find >/dev/null 2>&1; then
    exit 0
fi
if command -v apt-get >/dev/null 2>&1; then
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    if [ -z "$sudo" ] || command -v sudo >/dev/null 2>&1; then
        echo "Installing Chromium for the browser tests …"
        export DEBIAN_FRONTEND=noninteractive
        $sudo apt-get update -qq && $sudo apt-get install -y -qq chromium >/dev/null
    fi
fi
$find >/dev/null # says what is missing, if it still is
