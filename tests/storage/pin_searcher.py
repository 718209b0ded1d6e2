"""Somebody who guesses the PIN, in a separate process that can be killed."""

import sys
import time
from pathlib import Path

from companion.storage.pin import StaffPin

if __name__ == "__main__":
    pin = StaffPin(Path(sys.argv[1]), time.monotonic)
    number = int(sys.argv[2])
    while True:
        found = pin.tried(f"{number:04}")
        if found.is_right:
            print("right", flush=True)  # noqa: T201 - told to the test
        elif not found.wait_seconds or number == int(sys.argv[2]):
            print(f"looked {number} {found.wait_seconds}", flush=True)  # noqa: T201 - the same
            number += 1
