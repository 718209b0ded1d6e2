"""One gong through the sound card, for the installer: ``python -m companion.screen.gong``.

The exit status is 1 where there is no sound card.
"""

import sys
import time
from collections.abc import Callable

from companion.core.effects import Cue
from companion.paths import asset
from companion.screen.sounds import Mixer, SoundCard

LONGEST_SECONDS = 5.0
"""The longest wait: a card may never report that it is done."""

_LOUDNESS, _LOOK_SECONDS = 0.6, 0.05


def strike(card: SoundCard, now: Callable[[], float], sleep: Callable[[float], None]) -> bool:
    """Let the gong be heard to its end; return whether there is a card for it."""
    try:
        card.open()
    except OSError:
        return False
    end = now() + LONGEST_SECONDS
    try:
        card.play(asset("sounds", f"{Cue.RA.value}.wav"), _LOUDNESS, is_next=False)
        while card.is_busy() and now() < end:
            sleep(_LOOK_SECONDS)
    finally:
        card.close()
    return True


if __name__ == "__main__":
    sys.exit(not strike(Mixer(), time.monotonic, time.sleep))
