"""What is posted to a table's queue, taken as the loop would take it."""

import time


def next_input(queue, seconds):
    """The next one, waited for."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        for item in queue.take_all():
            return item
        queue.sleep(left)  # the bell may still ring for what was taken before it rang
    raise TimeoutError
