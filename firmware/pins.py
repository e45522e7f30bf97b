"""What hangs on which pin of this pod. Where yours is wired otherwise, put a file of this name with other numbers onto
the Pico: it is taken instead of the one that the program came with, and an update over the line leaves it alone.
"""

BUTTON = 14
"""A button between this pin and ground."""
LAMP = 15
"""The button's lamp, through a transistor or a series resistor; the Pico's own small lamp does the same."""
SOUNDER = 13
"""An active buzzer, which makes its own tone."""
MOTOR = None
"""A small vibrating motor, through a transistor with a diode; None: no such. It beats with the buzzer's alarms, on a
silent table, too: for a hand that lies on the pod.
"""
OLED = None
"""Data and clock pin of a small display (SSD1306, 128 x 64, address 0x3C), for instance ``(4, 5)``; None: no such.

The data pin has an even number and the clock pin the next one.
"""
WATCHDOG_MS = 3_000
"""The pod starts again by itself where its program has not come round well for so long; 0: never."""
