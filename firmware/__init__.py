"""The pod's firmware (MicroPython). Its files are copied flat onto a Pico; `firmware.wire` also runs on the table."""
