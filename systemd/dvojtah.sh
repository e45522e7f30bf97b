#!/bin/sh
# The command dvojtah with the settings of the table. As root it becomes the table's own user for what looks at or
# touches the table, so that the doctor sees what the table sees and no file changes its owner. What writes where the
# administrator is (export, backup) stays root, for the table's user may write in nobody's folder.
export DVOJTAH_SETTINGS=/var/lib/dvojtah/settings.toml
program=/opt/dvojtah/current/bin/dvojtah
own=no
for word in "$@"; do
    case $word in export | backup) own=yes ;; esac
done
if [ "$(id -u)" = 0 ] && [ "$own" = no ]; then
    export HOME=/var/lib/dvojtah
    exec setpriv --reuid=dvojtah --regid=dvojtah --init-groups "$program" "$@"
fi
exec "$program" "$@"
