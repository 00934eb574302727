#!/bin/sh
# Writes requirements/ anew from pyproject.toml: every package that is installed here, with the hashes of its files.
# Versions that still fit are kept; `make lock ARGS=--upgrade` takes the newest.
set -eu
uv=${1:?the uv to resolve with}
shift

lock() { # name, then what it holds
    name=$1
    shift
    echo "Locking requirements/$name.txt …"
    "$uv" pip compile --quiet --universal --python-version 3.10 --generate-hashes --no-emit-index-url \
        --annotation-style line --custom-compile-command "make lock" \
        --output-file "requirements/$name.txt" "$@"
}

lock dev pyproject.toml --group dev --extra notebook "$@"
lock lowest pyproject.toml --group test --resolution lowest-direct "$@"

# The others have the same versions as .venv, and of PyTorch only what it needs on a processor. PyTorch itself is
# pinned by its version alone: it comes in several builds, each with hashes of its own.
lock build --group build --constraints requirements/dev.txt "$@"
for name in parity bench; do
    lock $name pyproject.toml --group $name --constraints requirements/dev.txt \
        --no-emit-package torch --excludes requirements/accelerators.txt "$@"
done
