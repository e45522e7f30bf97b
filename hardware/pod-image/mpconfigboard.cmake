# A Raspberry Pi Pico with the pod's program in its firmware (tools/pod_uf2.sh).
set(PICO_BOARD "pico")
set(PICO_PLATFORM "rp2040")
set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/manifest.py)
