"""What a Pico runs first: the newest program that is whole, else the one that it came with."""

import update

update.choose()
try:
    import program
except Exception:
    update.drop()  # the next start takes the program that was there before
    raise

program.main()
