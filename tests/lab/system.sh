#!/bin/busybox sh
# The first program of a guest with a Debian of its own: drivers (up to the last one asked for; the system loads the
# others itself), that Debian's files under a layer that forgets, its systemd.
b=/bin/busybox
$b mount -t proc proc /proc
$b mount -t sysfs sysfs /sys
$b mount -t devtmpfs dev /dev
last=
for word in $($b cat /proc/cmdline); do
    case $word in lab.last=*) last=${word#*=} ;; esac
done
while read -r module; do
    more=
    [ "$module" = mac80211_hwsim ] && more=radios=3
    $b insmod "/modules/$module.ko" $more 2>/modules/said || echo "driver $module: $($b cat /modules/said)"
    [ "$module" = "$last" ] && break
done </modules/order
plan9=trans=virtio,version=9p2000.L,msize=512000
$b mount -t 9p -o $plan9,ro,cache=loose host /lower
$b mount -t tmpfs layer /upper
$b mkdir /upper/changed /upper/work
$b mount -t overlay -o lowerdir=/lower,upperdir=/upper/changed,workdir=/upper/work root /new
$b mkdir -p /new/out
$b mount -t 9p -o $plan9,cache=none out /new/out
for one in proc sys dev; do $b mount --move /$one /new/$one; done
exec $b switch_root /new /usr/lib/systemd/systemd
