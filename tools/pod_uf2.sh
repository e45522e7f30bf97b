#!/bin/sh
# Build out/pod/pod.uf2: MicroPython with the pod's program in it, from source, for the Pico and for the Pico 2 in one file.
# A chip takes the blocks of its own family from it and passes over the others. Everything comes as packages of Debian: the compiler from this system, MicroPython, the Pico's SDK and TinyUSB as source from trixie, fetched with a
# package configuration of our own and only unpacked. Takes half an hour; what is built once is kept under out/pod.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
out=$here/out/pod
suite=trixie
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
mkdir -p "$out"

arm="command -v arm-none-eabi-gcc"
sh "$here/tools/packages.sh" needed gcc-arm-none-eabi="$arm" libnewlib-arm-none-eabi="$arm" \
    libstdc++-arm-none-eabi-newlib="$arm" cmake="command -v cmake" build-essential="command -v make && command -v cc" \
    dpkg-dev="command -v dpkg-source"

if [ ! -e "$out/source/ready" ]; then
    [ -r "$keyring" ] || { echo "Debian's keyring is missing: sudo apt install debian-archive-keyring" >&2; exit 1; }
    rm -rf "$out/source" "$out/fetch"
    mkdir -p "$out/fetch/lists/partial" "$out/fetch/cache/archives/partial"
    release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT) $(ORIGIN)' 'Created-By: Packages' |
        awk -v release="$release" '$2 == release && $3 == "main" && (NF == 3 || $4 == "Debian") { print $1; exit }')
    [ -n "$mirror" ] || { echo "This system has no Debian sources to fetch from." >&2; exit 1; }
    for kind in deb deb-src; do echo "$kind [signed-by=$keyring] $mirror $suite main"; done >"$out/fetch/sources.list"
    : >"$out/fetch/status"
    cd "$out/fetch"
    own() {
        apt-get -qq -o Dir::Etc::sourcelist="$out/fetch/sources.list" -o Dir::Etc::sourceparts=/dev/null \
            -o Dir::State::lists="$out/fetch/lists" -o Dir::State::status="$out/fetch/status" -o Dir::Cache="$out/fetch/cache" \
            -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none -o Debug::NoLocking=1 "$@"
    }
    echo "Fetching the sources of MicroPython, the Pico's SDK and TinyUSB..."
    own update
    own --download-only source "micropython/$suite"
    own download "pico-sdk-source/$suite" "tinyusb-source/$suite"
    dpkg-source --no-check -x micropython_*.dsc "$out/source" >/dev/null
    for package in *.deb; do dpkg -x "$package" root; done
    rm -rf "$out/source/lib/tinyusb" "$out/source/lib/pico-sdk"
    cp -r root/usr/src/tinyusb "$out/source/lib/tinyusb"
    cp -rL root/usr/src/pico-sdk "$out/source/lib/pico-sdk"
    # Debian leaves out the libraries for networks and the collection of modules; a pod needs neither.
    mkdir -p "$out/source/lib/micropython-lib"
    : >"$out/source/lib/micropython-lib/README.md"
    cd "$out/source/ports/rp2"
    sed -i 's/set(MICROPY_SSL_MBEDTLS ON)/set(MICROPY_SSL_MBEDTLS OFF)/; /mbedtls\/mbedtls_port.c/d; /MICROPY_TARGET} micropy_lib_mbedtls)/d' CMakeLists.txt
    sed -i -E 's/^(#define (MICROPY_SSL_MBEDTLS|MICROPY_PY_CRYPTOLIB|MICROPY_PY_HASHLIB_SHA1) +)\(1\)/\1(0)/' mpconfigport.h
    rm -rf "$out/fetch"
    touch "$out/source/ready"
fi

# The same bytes in any folder on any day: the age is the commit's (in an unpacked source package, that of its files), no
# file's place is written down, and the version is MicroPython's, which it would else take from the repository around it.
SOURCE_DATE_EPOCH=$(git -C "$here" log -1 --format=%ct 2>/dev/null || stat -c %Y "$here/pyproject.toml")
MICROPY_GIT_TAG=v$(sed -n '1s/.*(\([^-]*\)-.*/\1/p' "$out/source/debian/changelog")
MICROPY_GIT_HASH=debian
PYTHONHASHSEED=0    # its tables of pins are made from sets
export SOURCE_DATE_EPOCH MICROPY_GIT_TAG MICROPY_GIT_HASH PYTHONHASHSEED

echo "Building MicroPython with the pod's program in it (half an hour the first time)..."
jobs=$(nproc 2>/dev/null || echo 1)
cd "$out/source"
chip() {    # what the SDK calls the board, its processor, and the family of its blocks
    board=$out/board-$1
    rm -rf "$board"
    cp -r "$here/hardware/pod-image" "$board"
    cp -r "$here/firmware" "$board/firmware"
    cp "ports/rp2/boards/$4/pins.csv" "$board/"
    places=-ffile-prefix-map=$out=.
    CFLAGS=$places CXXFLAGS=$places ASMFLAGS=$places cmake -S ports/rp2 -B "$out/build-$1" -DMICROPY_BOARD=DVOJTAH_POD -DMICROPY_BOARD_DIR="$board" -DPICO_NO_PICOTOOL=1 \
        -DPICO_BOARD="$1" -DPICO_PLATFORM="$2" -DMICROPY_MPYCROSS="$PWD/mpy-cross/build/mpy-cross" &&
        make -C "$out/build-$1" "-j$jobs" &&
        USER=${USER:-pod} python3 tools/uf2conv.py -c -f "$3" -b 0x10000000 -o "$out/$1.uf2" "$out/build-$1/firmware.bin"
}
{
    make -C mpy-cross "-j$jobs" && chip pico rp2040 0xe48bff56 RPI_PICO && chip pico2 rp2350 0xe48bff59 RPI_PICO2
} >"$out/build.log" 2>&1 || { tail -20 "$out/build.log" >&2; echo "The build failed; all of it is in out/pod/build.log." >&2; exit 1; }
cat "$out/pico.uf2" "$out/pico2.uf2" >"$out/pod.uf2"
echo "out/pod/pod.uf2: $(wc -c <"$out/pod.uf2") bytes"
