"""Buttons of any input device of the kernel (USB encoder, pedal, keyboard, remote) as the table's clock buttons."""
