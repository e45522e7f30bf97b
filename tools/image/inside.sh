#!/bin/sh
# Runs in the image's root as root (tools/image/build.py): puts the table into it and makes it a card for many devices.
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
work=$1
system=$2

# Nothing here has to outlive a power cut, so dpkg need not wait for the disk after every file.
fetch() {
    apt-get -o APT::Sandbox::User=root -o Dpkg::Options::=--force-unsafe-io "$@"
}

# The second of two cards that are compared is made on another day.
if [ -e "$work/later" ]; then
    later=$(cat "$work/later")
    rm "$work/later"
    (cd "$work" && fetch download -qq libfaketime && dpkg-deb --extract libfaketime_*.deb faketime)
    exec env "LD_PRELOAD=$(ls "$work"/faketime/usr/lib/*/faketime/libfaketime.so.1)" "FAKETIME=$later" NO_FAKE_STAT=1 \
        sh "$0" "$@"
fi

# No service starts while an image is made.
printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
chmod 755 /usr/sbin/policy-rc.d
trap 'rm -f /usr/sbin/policy-rc.d' EXIT

add() {
    fetch install -y -qq --no-install-recommends "$@" >> "$work/apt.log" 2>&1
}

# Many a package would have the initial RAM disk of each kernel made anew, minutes every time: it is made once, at the end.
ram=/etc/initramfs-tools/update-initramfs.conf
if [ -e $ram ]; then
    cp -p $ram "$work/update-initramfs.conf"
    sed -i 's/^update_initramfs=.*/update_initramfs=no/' $ram
fi

echo "Packages of the system..."
[ -e "$work/again" ] || fetch update -qq
wished=
for one in $(cat "$work/wished"); do
    if dpkg-query -W -f '${Status}' "$one" 2> /dev/null | grep -q ' installed$'; then
        continue
    elif apt-cache show "$one" > /dev/null 2>&1; then
        wished="$wished $one"
    else
        echo "This system does not offer $one; the image does without."
    fi
done
# All at once, as each start of apt under emulation takes its time; one by one only where that fails.
# shellcheck disable=SC2046,SC2086
add $(cat "$work/packages") $wished || {
    # shellcheck disable=SC2086
    fetch purge -y -qq $wished >> "$work/apt.log" 2>&1 || true
    # shellcheck disable=SC2046
    add $(cat "$work/packages") || {
        tail -3 "$work/apt.log"
        exit 1
    }
    for one in $wished; do
        add "$one" || {
            # One that was half installed would stand in the way of all that follow, and of the kernel's next update.
            fetch purge -y -qq "$one" >> "$work/apt.log" 2>&1 || true
            echo "This system cannot install $one; the image does without."
        }
    done
}

echo "The table..."
key=
[ -e "$work/update-keys.pub" ] && key="--update-key $work/update-keys.pub"
# shellcheck disable=SC2086
python3 "$work/source/systemd/install" --lang "$(cat "$work/language")" --no-packages --payload "$work/payload" $key

mkdir -p /etc/dvojtah
touch /etc/dvojtah/first-start
[ -e "$work/update-address" ] && cp "$work/update-address" /etc/dvojtah/update-address

# Every card gets its own name, id and keys at its first start.
echo dvojtah > /etc/hostname
sed -i '/^127\.0\.1\.1/d' /etc/hosts
printf '127.0.1.1\tdvojtah\n' >> /etc/hosts
: > /etc/machine-id
rm -f /var/lib/dbus/machine-id /var/lib/systemd/random-seed /etc/ssh/ssh_host_*_key /etc/ssh/ssh_host_*_key.pub

[ -e "$work/hotspot" ] && cp "$work/hotspot" /etc/dvojtah/hotspot
if [ -e /usr/sbin/sshd ]; then
    mkdir -p /etc/systemd/system/ssh.service.d
    printf '[Service]\nExecStartPre=\nExecStartPre=/usr/bin/ssh-keygen -A\nExecStartPre=/usr/sbin/sshd -t\n' \
        > /etc/systemd/system/ssh.service.d/dvojtah.conf
fi

# The broker of an organiser starts with his service, never by itself.
systemctl disable mosquitto.service > /dev/null 2>&1 || true
# Nobody at a table answers a question on the console: a user only where userconf.txt names one, as Raspberry Pi OS has it.
if [ -e /usr/lib/systemd/system/userconfig.service ] || [ -e /lib/systemd/system/userconfig.service ]; then
    mkdir -p /etc/systemd/system/userconfig.service.d
    printf '[Unit]\nConditionPathExists=|/boot/firmware/userconf.txt\nConditionPathExists=|/boot/firmware/userconf\n' \
        > /etc/systemd/system/userconfig.service.d/dvojtah.conf
fi
[ -d /etc/cloud ] && touch /etc/cloud/cloud-init.disabled
# The radio is on; its country comes with the network (dvojtah.toml).
mkdir -p /var/lib/NetworkManager
printf '[main]\nNetworkingEnabled=true\nWirelessEnabled=true\nWWANEnabled=true\n' > /var/lib/NetworkManager/NetworkManager.state
# Waiting for a network that a table need not have would only make the start longer.
systemctl disable NetworkManager-wait-online.service > /dev/null 2>&1 || true
# The hotspot of comitup: only until the first start is answered, and only where it was asked for.
if [ -e /etc/comitup.conf ]; then
    cp "$work/comitup.conf" /etc/comitup.conf
    mkdir -p /etc/systemd/system/comitup.service.d
    cp "$work/comitup.service.conf" /etc/systemd/system/comitup.service.d/dvojtah.conf
    mkdir -p /etc/systemd/system/comitup-web.service.d
    cp "$work/comitup-web.service.conf" /etc/systemd/system/comitup-web.service.d/dvojtah.conf
    systemctl enable comitup.service > /dev/null 2>&1 || true
fi
if [ -e "$work/update-initramfs.conf" ]; then
    echo "The initial RAM disk..."
    cp -p "$work/update-initramfs.conf" $ram
    # overlayroot would put random numbers of this machine in, for every card the same, which makes them none.
    seedless=/etc/initramfs-tools/hooks/zz-without-seed
    printf '#!/bin/sh\nrm -f "$DESTDIR/.random-seed"\n' > $seedless
    chmod 755 $seedless
    update-initramfs -u >> "$work/apt.log" 2>&1 || {
        tail -3 "$work/apt.log"
        exit 1
    }
    rm $seedless
fi
# Of packages that are kept, older ones go.
[ -e "$work/again" ] || fetch autoclean -qq
# shellcheck disable=SC2016
dpkg-query -W -f '${Package}=${Version} ${Architecture}\n' > "$work/installed"
echo "$system is ready."
