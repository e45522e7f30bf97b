#!/bin/sh
# Fetch MicroPython's own interpreter (the unix port) as .venv/bin/micropython, for the tests of the pod.
# An installed one is used as it is. Otherwise Debian's package is downloaded with a package configuration of our own
# and unpacked beside the libraries that it needs: nothing is installed, so no rights are needed.
set -eu
to=${1:-.venv}
suite=${2:-trixie}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

[ -x "$to/bin/micropython" ] && exit 0
if installed=$(command -v micropython); then
    ln -sf "$installed" "$to/bin/micropython"
    exit 0
fi
command -v apt-get >/dev/null && command -v dpkg >/dev/null && [ -r "$keyring" ] || {
    echo "MicroPython is missing here; the pod's own tests need it (on Debian 13: sudo apt install micropython)."
    exit 1
}

home=$(cd "$to" && pwd)/micropython
mkdir -p "$home/lists/partial" "$home/cache/archives/partial" "$home/packages"
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT) $(ORIGIN)' 'Created-By: Packages' |
    awk -v release="$release" '$2 == release && $3 == "main" && (NF == 3 || $4 == "Debian") { print $1; exit }')
[ -n "$mirror" ] || {
    echo "This system has no Debian sources from which MicroPython could be fetched."
    exit 1
}
echo "deb [signed-by=$keyring] $mirror $suite main" >"$home/sources.list"
: >"$home/status"
own() {
    apt-get -qq -o Dir::Etc::sourcelist="$home/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$home/lists" -o Dir::State::status="$home/status" -o Dir::Cache="$home/cache" \
        -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none -o Debug::NoLocking=1 "$@"
}
echo "Fetching MicroPython for the tests of the pod..."
own update >"$home/said" 2>&1 || true
needed=$(own --simulate --no-install-recommends install micropython 2>>"$home/said" | sed -n 's/^Inst \([^ ]*\) .*/\1/p')
[ -n "$needed" ] || {
    echo "It could not be fetched: $(grep '^[WE]: ' "$home/said" | head -1)"
    exit 1
}
(cd "$home/packages" && own download $needed)
for package in "$home"/packages/*.deb; do
    dpkg -x "$package" "$home/root"
done
loader=$(find "$home/root" -name 'ld-linux*' | head -1)
libraries=$(dirname "$(find "$home/root/usr/lib" -name 'libffi.so*' | head -1)")
printf '#!/bin/sh\nexec "%s" --library-path "%s" "%s" "$@"\n' \
    "$loader" "$libraries" "$home/root/usr/bin/micropython" >"$to/bin/micropython.new"
chmod +x "$to/bin/micropython.new"
"$to/bin/micropython.new" -c 'import binascii'
rm -rf "$home/lists" "$home/cache" "$home/packages"
mv "$to/bin/micropython.new" "$to/bin/micropython"
