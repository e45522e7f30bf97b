// No network hangs on a pod: what only a network needs is left out.
#define MICROPY_HW_BOARD_NAME "Dvojtah pod"
#define MICROPY_HW_FLASH_STORAGE_BYTES (1408 * 1024)
#define MICROPY_PY_SSL (0)
