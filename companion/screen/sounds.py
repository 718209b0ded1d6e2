"""What is heard: short cues and recorded words, through the sound card, on a thread of its own.

Nothing waits for a sound. The card is opened when something is first to be heard and put away after
some silence, as an open one wakes the computer many times a second; a card that is missing or busy
is told once and not tried again until the loudness changes.

``python -m companion.screen.sounds`` strikes one gong, for the installer; its exit status is 1
where there is no sound card.
"""

import logging
import sys
import threading
import time
from collections.abc import Callable, Sequence
from errno import ELIBACC
from functools import partial
from io import BytesIO
from pathlib import Path
from queue import Empty, SimpleQueue

import pygame
import pygame.mixer

from companion.core.effects import Cue
from companion.core.notices import Notes
from companion.paths import asset
from companion.screen.sdl import has_sound_library, without_alsa

SILENCE_SECONDS = 20.0
"""After so much silence the card is put away."""

LONGEST_WAIT_SECONDS = 2.0
"""How long leaving the program waits for the card at most."""

_log = logging.getLogger(__name__)


class Mixer:
    """The sound card that the system takes for the usual one, through SDL.

    Every method is called by one thread only. What is missing or is no sound raises OSError.
    """

    RATE, FRAMES, VOICE = 44_100, 1024, 0
    """The card's format: samples a second, and how many are mixed at once; the channel of words."""

    def __init__(self) -> None:
        self._last: pygame.mixer.Channel | None = None
        self._sounds: dict[Path, pygame.mixer.Sound] = {}

    def open(self) -> None:
        """Take the card.

        Raises:
            OSError: There is none, or it is busy, with the reason; ``ELIBACC``: the system's
                library for sound cards is missing.
        """
        try:
            with without_alsa():
                pygame.mixer.init(self.RATE, -16, 1, self.FRAMES)
        except pygame.error as why:
            if not has_sound_library():
                raise OSError(ELIBACC, str(why)) from why
            raise OSError(str(why)) from why
        pygame.mixer.set_reserved(1)

    def play(self, file: Path, loudness: float, *, is_next: bool) -> None:
        """Begin a sound over those that are heard, or when the last that began is over."""
        sound = self._sound(file)
        sound.set_volume(loudness)
        if is_next and self._last is not None and self._last.get_busy():
            self._last.queue(sound)
            return
        self._last = pygame.mixer.find_channel(force=True)
        self._last.play(sound)

    def say(self, sounds: Sequence[Path | bytes], loudness: float) -> None:
        """Begin these one after the other, in place of what was said before."""
        whole = pygame.mixer.Sound(buffer=b"".join(_loaded(each).get_raw() for each in sounds))
        whole.set_volume(loudness)
        pygame.mixer.Channel(self.VOICE).play(whole)

    def hush(self) -> None:
        """End what is being said."""
        pygame.mixer.Channel(self.VOICE).stop()

    def is_busy(self) -> bool:
        """Whether anything is heard."""
        return pygame.mixer.get_busy()

    def close(self) -> None:
        """Give the card back. Harmless if it is not open."""
        self._last = None
        self._sounds.clear()
        pygame.mixer.quit()

    def _sound(self, file: Path) -> pygame.mixer.Sound:
        if file not in self._sounds:
            self._sounds[file] = _loaded(file)
        return self._sounds[file]


def _loaded(sound: Path | bytes) -> pygame.mixer.Sound:
    try:
        return pygame.mixer.Sound(BytesIO(sound) if isinstance(sound, bytes) else sound)
    except pygame.error as why:
        raise OSError(str(why)) from why


_FOLLOWING = (Cue.SUN,)
"""What is heard after the cue before it and not over it."""


class Sounds:
    """Takes orders at once and lets a thread carry them out: no method waits, but the last."""

    def __init__(
        self,
        folder: Path,
        troubled: Callable[[Notes], None],
        card: Mixer | None = None,
        silence_seconds: float = SILENCE_SECONDS,
    ) -> None:
        """Begin with the card left alone.

        Args:
            folder: Where the cues are, one WAV file each.
            troubled: Called, on the thread, once if nothing can be heard, with what to say of it.
            card: Through what it is heard; the usual sound card if none is given.
            silence_seconds: After so much silence the card is put away.
        """
        self._folder, self._troubled = folder, troubled
        self._card = Mixer() if card is None else card
        self._silence_seconds = silence_seconds
        self._orders: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._is_open = self._is_given_up = self._is_told = False
        self._thread: threading.Thread | None = None

    def play(self, cue: Cue, loudness: float) -> None:
        """Let a cue be heard, if its loudness (0 to 1) is not 0."""
        if loudness > 0:
            file, is_next = self._folder / f"{cue.value}.wav", cue in _FOLLOWING
            self._order(partial(self._card.play, file, loudness, is_next=is_next))

    def say(self, sounds: Sequence[Path | bytes], loudness: float) -> None:
        """Let these be heard one after the other, instead of what was said before."""
        self._order(partial(self._card.say, tuple(sounds), loudness))

    def hush(self) -> None:
        """End what is being said."""
        if self._thread is not None:
            self._orders.put(self._hush)

    def try_again(self) -> None:
        """Ask for the card once more with the next sound, even if there was none."""
        if self._thread is not None:
            self._orders.put(self._forgive)

    def close(self) -> None:
        """Give the card back; waits a moment for it. Harmless if nothing was ever heard."""
        if self._thread is not None:
            self._orders.put(None)
            self._thread.join(LONGEST_WAIT_SECONDS)
            self._thread = None

    def _order(self, sound: Callable[[], None]) -> None:
        """Have this heard, if there is a card for it."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="sounds", daemon=True)
            self._thread.start()
        self._orders.put(partial(self._begin, sound))

    def _work(self) -> None:
        """Carry out orders; while the card is put away, sleep without an end."""
        while True:
            try:
                order = self._orders.get(timeout=self._silence_seconds if self._is_open else None)
            except Empty:
                if not self._card.is_busy():
                    self._close()
                continue
            if order is None:
                self._close()
                return
            try:
                order()
            except OSError as why:
                _log.warning("this cannot be heard: %s", why)

    def _begin(self, sound: Callable[[], None]) -> None:
        if self._has_card():
            sound()

    def _hush(self) -> None:
        if self._is_open:
            self._card.hush()

    def _forgive(self) -> None:
        self._is_given_up = False

    def _has_card(self) -> bool:
        if not self._is_open and not self._is_given_up:
            try:
                self._card.open()
            except OSError as why:
                self._give_up(why)
            else:
                self._is_open = True
        return self._is_open

    def _give_up(self, why: OSError) -> None:
        self._is_given_up = True
        _log.info("there is no sound: %s", why)
        if not self._is_told:
            self._is_told = True
            self._troubled(_silent(why))

    def _close(self) -> None:
        if self._is_open:
            self._is_open = False
            self._card.close()


def _silent(why: OSError) -> Notes:
    """Return what is to be said of a card that could not be taken."""
    if why.errno == ELIBACC:
        return Notes.NO_SOUND_LIBRARY
    return Notes.SOUND_BUSY if "busy" in str(why).lower() else Notes.NO_SOUND


LONGEST_SECONDS = 5.0
"""The longest wait for the gong: a card may never report that it is done."""

_LOUDNESS, _LOOK_SECONDS = 0.6, 0.05


def strike(card: Mixer, now: Callable[[], float], sleep: Callable[[float], None]) -> bool:
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
