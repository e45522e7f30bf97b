#!/bin/sh
# pip install in the environment that is named first, of the releases that are locked; what keeps pip from it is said in a
# sentence.
set -u
venv=$1
shift
said=$(mktemp)
releases=$(mktemp)
trap 'rm -f "$said" "$releases"' EXIT
grep -o '^[a-z0-9-]*==[^ ]*' "${0%/*}/../systemd/requirements.lock" >"$releases"
"$venv/bin/pip" install -q --disable-pip-version-check -c "$releases" "$@" >"$said" 2>&1 && exit 0
if grep -Eq 'NewConnectionError|NameResolutionError|name resolution|Network is unreachable|ConnectTimeout' "$said"; then
    echo "The Python packages could not be installed: pip cannot reach its index." \
        "Is this machine on a network? Then run the same command again."
else
    cat "$said"
    echo "The Python packages could not be installed; pip says why above."
fi
exit 1
