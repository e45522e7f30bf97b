#!/bin/sh
# VENV [--group NAME]... ARGUMENT...: pip install in the environment VENV, of the releases that are locked. Groups are those
# of pyproject.toml. What keeps pip from it is said in a sentence.
set -u
tools=${0%/*}
venv=$1
shift
said=$(mktemp)
releases=$(mktemp)
wanted=$(mktemp)
trap 'rm -f "$said" "$releases" "$wanted"' EXIT
while [ "${1-}" = --group ]; do
    "$venv/bin/python" "$tools/groups.py" "$2" >>"$wanted" || exit 1
    shift 2
done
grep -o '^[a-z0-9-]*==[^ ]*' "$tools/../systemd/requirements.lock" >"$releases"
"$venv/bin/pip" install -q --disable-pip-version-check -c "$releases" -r "$wanted" "$@" >"$said" 2>&1 && exit 0
if grep -Eq 'NewConnectionError|NameResolutionError|name resolution|Network is unreachable|ConnectTimeout' "$said"; then
    echo "The Python packages could not be installed: pip cannot reach its index." \
        "Is this machine on a network? Then run the same command again."
else
    cat "$said"
    echo "The Python packages could not be installed; pip says why above."
fi
exit 1
