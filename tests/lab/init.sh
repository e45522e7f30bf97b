#!/bin/busybox sh
# The first program of the guest: drivers, this machine's own files read-only under a layer that forgets, one command.
b=/bin/busybox
$b mount -t proc proc /proc
$b mount -t sysfs sysfs /sys
$b mount -t devtmpfs dev /dev
for word in $($b cat /proc/cmdline); do
    case $word in lab.folder=*) folder=${word#*=} ;; lab.out=*) out=${word#*=} ;; lab.python=*) python=${word#*=} ;; lab.site=*) site=${word#*=} ;; lab.tests=*) tests=$(echo "${word#*=}" | $b tr , ' ') ;; esac
done
while read -r module; do
    $b insmod "/modules/$module.ko" 2>/modules/said || { echo "driver $module: $($b cat /modules/said)"; }
done </modules/order
plan9=trans=virtio,version=9p2000.L,msize=512000
$b mount -t 9p -o $plan9,ro,cache=loose host /lower
$b mount -t tmpfs layer /upper
$b mkdir /upper/changed /upper/work
$b mount -t overlay -o lowerdir=/lower,upperdir=/upper/changed,workdir=/upper/work root /new
for one in proc sys dev; do $b mount --move /$one /new/$one; done
$b mkdir -p /new/dev/pts /new/dev/shm "/new$out"
$b mount -t devpts pts /new/dev/pts
$b mount -t tmpfs shm /new/dev/shm
$b mount -t tmpfs run /new/run
$b mount -t configfs config /new/sys/kernel/config
$b mount -t 9p -o $plan9,cache=none out "/new$out"
$b ip link set lo up
# A Raspberry Pi 3 by its revision code, where gpiozero looks for it; nothing of gpiozero is changed.
{ $b cat /proc/cpuinfo; printf 'Revision\t: a22082\n'; } >/new/run/cpuinfo 2>/dev/null || { $b cat /new/proc/cpuinfo; printf 'Revision\t: a22082\n'; } >/new/run/cpuinfo
$b mount -o bind /new/run/cpuinfo /new/proc/cpuinfo
# The installer brings OpenGL ES and no desktop's OpenGL; SDL, which asks for that first, may not find this machine's.
$b rm -f /new/usr/lib/*/libGL.so* /new/usr/lib/*/libGLX*.so* /new/usr/lib/*/libOpenGL.so*
# What programs throw away lies beside this machine's /tmp, in which the project itself may lie.
$b mkdir -p /new/run/dvojtah-lab /new/run/home /new/run/tmp
$b chroot /new /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/run/home TMPDIR=/run/tmp TERM=dumb \
    LANG=C.UTF-8 LG_WD=/run/dvojtah-lab LAB_OUT="$out" RPI_LGPIO_REVISION=a22082 PYTHONPATH="$folder:$site" \
    PYTHONDONTWRITEBYTECODE=1 PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 PYGAME_HIDE_SUPPORT_PROMPT=1 CI=true \
    sh -c "cd $folder && exec $python -m pytest -p no:cacheprovider -p pytest_timeout --confcutdir=tests/lab --timeout=900 --durations=5 -W ignore::DeprecationWarning -s $tests"
echo $? >"/new$out/status"
$b sync
$b poweroff -f
