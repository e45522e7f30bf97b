#!/bin/sh
# The exact files of every library that root installs: systemd/requirements.lock for what runs, systemd/build.lock for
# what builds the program. Made for the oldest Python that is supported; the same releases serve the newer ones.
set -eu
cd "$(dirname "$0")/.."
bin=${1:-.venv/bin}
lock() {
    "$bin/uv" pip compile --quiet --python-version 3.11 --python-platform aarch64-manylinux_2_36 --generate-hashes \
        --no-header --no-annotate --no-emit-index-url --no-emit-find-links "$@"
}
# colorzero names setuptools, and uses nothing of it.
lock --extra table --extra organiser --no-emit-package setuptools pyproject.toml -o systemd/requirements.lock
"$bin/python" -c '
from tools.groups import requirements
print(*(line for line in requirements("dev") if line.startswith(("setuptools==", "babel=="))), sep="\n")
' | lock --constraints systemd/requirements.lock - -o systemd/build.lock
