#!/bin/sh
# The programs that draw hardware/: KiCad 9, OpenSCAD, Graphviz, POV-Ray, the compiler of device trees; faketime, because
# KiCad writes the day into its files. Installs what is missing where this runs as root, from the system's own Debian
# mirror; elsewhere it names the one command. Where another program holds apt it waits for ten minutes.
set -eu
new_enough() { command -v kicad-cli >/dev/null && [ "$(kicad-cli version | cut -d. -f1)" -ge 9 ]; }

missing=""
new_enough || missing="kicad kicad-symbols kicad-footprints"
command -v openscad >/dev/null || missing="$missing openscad"
command -v dot >/dev/null || missing="$missing graphviz"
command -v povray >/dev/null || missing="$missing povray"
command -v dtc >/dev/null || missing="$missing device-tree-compiler"
command -v faketime >/dev/null || missing="$missing faketime"
[ -n "$missing" ] || exit 0

. /etc/os-release
release=""
[ "${VERSION_CODENAME:-}" != bookworm ] || release="bookworm-backports"
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "Missing: $missing. On Debian: sudo apt install ${release:+-t $release }$missing" >&2
    exit 1
fi
echo "Installing $missing..."
export DEBIAN_FRONTEND=noninteractive
# apt waits for the lock of packages by itself; for that of its lists only since version 2.7, so we ask until it is free.
wait="-o DPkg::Lock::Timeout=600"
lists_free() {
    tries=0
    until apt-get -qq $wait "$@" update 2>"${TMPDIR:-/tmp}/apt-said.$$"; do
        tries=$((tries + 1))
        if [ "$tries" -ge 60 ] || ! grep -q "Could not get lock" "${TMPDIR:-/tmp}/apt-said.$$"; then
            cat "${TMPDIR:-/tmp}/apt-said.$$" >&2
            rm -f "${TMPDIR:-/tmp}/apt-said.$$"
            return 1
        fi
        [ "$tries" -gt 1 ] || echo "Another program is installing packages; waiting for it..."
        sleep "${APT_WAIT:-10}"
    done
    rm -f "${TMPDIR:-/tmp}/apt-said.$$"
}
if [ -n "$release" ] && ! new_enough; then
    # Bookworm's own KiCad is too old. Its backports lie on the same mirror: the system's sources with that release, for
    # these commands alone.
    lists=$(mktemp -d)
    trap 'rm -rf "$lists"' EXIT
    cp /etc/apt/sources.list.d/* "$lists" 2>/dev/null || true
    if [ -s /etc/apt/sources.list.d/debian.sources ]; then
        awk -v release="$release" 'BEGIN { RS = ""; ORS = "\n\n" } !/security/ { sub(/Suites:[^\n]*/, "Suites: " release); print }' \
            /etc/apt/sources.list.d/debian.sources >"$lists/backports.sources"
    else
        sed -nE "/security|-updates/d; s/^(deb .*) bookworm /\1 $release /p" /etc/apt/sources.list >"$lists/backports.list"
    fi
    lists_free -o Dir::Etc::sourceparts="$lists"
    # shellcheck disable=SC2086 # a list of names
    apt-get install -y -qq $wait --no-install-recommends -o Dir::Etc::sourceparts="$lists" -t "$release" $missing >/dev/null
    lists_free
else
    lists_free
    # shellcheck disable=SC2086 # a list of names
    apt-get install -y -qq $wait --no-install-recommends $missing >/dev/null
fi
new_enough || { echo "This system has no KiCad 9; the board cannot be drawn here." >&2; exit 1; }
