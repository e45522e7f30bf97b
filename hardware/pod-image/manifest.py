# What is frozen into the image: the port's own start, which mounts the flash, and the files of firmware/.
freeze("$(PORT_DIR)/modules", ("_boot.py", "rp2.py"))
freeze(
    "$(BOARD_DIR)/firmware",
    (
        "board.py",
        "contact.py",
        "countdown.py",
        "main.py",
        "oled.py",
        "outbox.py",
        "pins.py",
        "pod.py",
        "port.py",
        "program.py",
        "ticks.py",
        "update.py",
        "wire.py",
    ),
)
