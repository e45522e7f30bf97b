# A Raspberry Pi Pico or Pico 2 with the pod's program in its firmware; tools/pod_uf2.sh says which.
set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/manifest.py)
