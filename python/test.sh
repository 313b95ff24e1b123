#!/usr/bin/env bash
# Installs the Python package in a new virtual environment, and runs its tests, mypy and a check of the type stubs.
# Usage: python/test.sh [PROFILE]; the default profile is `dev`, whose build takes less time than `release`.
# Needs Rust and Python 3.9 or later.
set -euo pipefail
cd "$(dirname "$0")"
profile=${1:-dev}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# One target folder for all builds; pip builds in this one.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/../target}
python3 -m venv "$folder/venv"
bin=$folder/venv/bin
"$bin/pip" install --quiet --config-settings=build-args="--profile=$profile" "../python[test]"
# Outside of this folder, so that the installed package is imported.
cp -r tests pyproject.toml "$folder"
export BOARDWRIGHT_MODELS=$PWD/../models
cd "$folder"
"$bin/python" -m pytest --quiet tests
"$bin/python" -m mypy --strict --config-file pyproject.toml -p boardwright
"$bin/python" -m mypy --strict --config-file pyproject.toml tests
"$bin/python" -m mypy.stubtest --mypy-config-file pyproject.toml boardwright
