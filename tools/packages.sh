#!/bin/sh
# Debian's packages that a command needs: installed by root, or by sudo where somebody may use it; else named.
#   sh tools/packages.sh needed PACKAGE=CHECK...    without them the command ends here
#   sh tools/packages.sh tests PACKAGE=CHECK...     without them tests are skipped; sudo is not asked
#   sh tools/packages.sh wanted FILE WHY PACKAGE=CHECK...   whoever sits at a terminal is asked once, FILE remembers it;
#                                                   whatever becomes of it, the command goes on
# A package is missing where its check, a shell command, fails.
set -u
PATH=$PATH:/usr/sbin:/sbin
kind=$1
shift
failure=1
if [ "$kind" = wanted ]; then
    asked=$1
    why=$2
    failure=0
    shift 2
fi
missing=
for pair; do
    sh -c "${pair#*=}" >/dev/null 2>&1 || missing="$missing ${pair%%=*}"
done
[ -n "$missing" ] || exit 0

if [ "$kind" = wanted ]; then
    if [ -e "$asked" ] || ! [ -t 0 ] || ! command -v apt-get >/dev/null; then exit 0; fi
    printf '%s Install%s? [Y/n] ' "$why" "$missing"
    read -r answer || exit 0
    : >"$asked"
    case $answer in [nN]*) echo "To have it later: sudo apt install$missing"; exit 0 ;; esac
fi

by=
if [ "$(id -u)" != 0 ] && [ "$kind" = tests ]; then
    echo "Some tests will be skipped. To run them all: sudo apt install$missing"
    exit 0
elif [ "$(id -u)" != 0 ]; then
    by="sudo"
    [ -t 0 ] || by="sudo -n"
    if command -v apt-get >/dev/null && command -v sudo >/dev/null; then
        echo "These packages are missing, and sudo installs them:$missing"
    fi
    $by true 2>/dev/null || by=false
fi
if [ "$by" = false ] || ! command -v apt-get >/dev/null; then
    echo "Packages are missing. Run: sudo apt install$missing"
    exit $failure
fi

echo "Installing$missing..."
said=$(mktemp)
trap 'rm -f "$said"' EXIT
$by apt-get update -qq >"$said" 2>&1
# shellcheck disable=SC2086  # a word for each package
if ! $by env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 \
    install -y -qq --no-install-recommends $missing >>"$said" 2>&1; then
    if grep -Eq 'Temporary failure resolving|Could not (resolve|connect)|Unable to connect|Network is unreachable' "$said"; then
        why="Debian's packages cannot be reached."
    else
        why="apt-get says: $(grep '^E: ' "$said" | tail -1)."
    fi
    echo "They could not be installed: $why Is this machine on a network? Then run the same command again."
    exit $failure
fi
