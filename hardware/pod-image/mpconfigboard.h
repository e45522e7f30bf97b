// No network hangs on a pod: what only a network needs is left out. All of the flash but the firmware's own 640 KiB is for files.
#define MICROPY_HW_BOARD_NAME "Dvojtah pod"
#define MICROPY_HW_FLASH_STORAGE_BYTES (PICO_FLASH_SIZE_BYTES - 640 * 1024)
#define MICROPY_PY_SSL (0)
