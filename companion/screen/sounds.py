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
from io import BytesIO
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol

import msgspec
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


class SoundCard(Protocol):
    """A sound card. Every method is called by one thread only."""

    def open(self) -> None:
        """Take the card.

        Raises:
            OSError: There is none, or it is busy, with the reason; ``ELIBACC``: the system's
                library for sound cards is missing.
        """
        ...

    def play(self, file: Path, loudness: float, *, is_next: bool) -> None:
        """Begin a sound over those that are heard, or when the last that began is over.

        Args:
            file: A WAV file.
            loudness: 0 to 1.
            is_next: Whether it waits for the sound before it.

        Raises:
            OSError: The file is missing or is no sound.
        """
        ...

    def say(self, sounds: Sequence[Path | bytes], loudness: float) -> None:
        """Begin these one after the other, in place of what was said before.

        Args:
            sounds: WAV files, or what is in one.
            loudness: 0 to 1.

        Raises:
            OSError: One of them is missing or is no sound.
        """
        ...

    def hush(self) -> None:
        """End what is being said."""
        ...

    def is_busy(self) -> bool:
        """Whether anything is heard."""
        ...

    def close(self) -> None:
        """Give the card back. Harmless if it is not open."""
        ...


class Mixer:
    """The sound card that the system takes for the usual one, through SDL."""

    RATE, FRAMES, VOICE = 44_100, 1024, 0
    """The card's format: samples a second, and how many are mixed at once; the channel of words."""

    def __init__(self) -> None:
        self._last: pygame.mixer.Channel | None = None
        self._sounds: dict[Path, pygame.mixer.Sound] = {}

    def open(self) -> None:
        """Take the card. Raises OSError, with the reason, if there is none or it is busy."""
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


class _Play(msgspec.Struct, frozen=True):
    file: Path
    loudness: float
    is_next: bool


class _Say(msgspec.Struct, frozen=True):
    sounds: tuple[Path | bytes, ...]
    loudness: float


class _Hush(msgspec.Struct, frozen=True):
    pass


class _TryAgain(msgspec.Struct, frozen=True):
    pass


class _Leave(msgspec.Struct, frozen=True):
    pass


_Order = _Play | _Say | _Hush | _TryAgain | _Leave

_FOLLOWING = (Cue.SUN,)
"""What is heard after the cue before it and not over it."""


class Sounds:
    """Takes orders at once and lets a thread carry them out."""

    def __init__(
        self,
        folder: Path,
        troubled: Callable[[Notes], None],
        card: SoundCard | None = None,
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
        self._orders: SimpleQueue[_Order] = SimpleQueue()
        self._is_open = self._is_given_up = self._is_told = False
        self._thread: threading.Thread | None = None

    def play(self, cue: Cue, loudness: float) -> None:
        """Let a cue be heard. Never blocks.

        Args:
            cue: Which.
            loudness: 0 to 1; at 0 nothing is done at all.
        """
        if loudness > 0:
            self._order(_Play(self._folder / f"{cue.value}.wav", loudness, cue in _FOLLOWING))

    def say(self, sounds: Sequence[Path | bytes], loudness: float) -> None:
        """Let these be heard one after the other, instead of what was said before. Never blocks.

        Args:
            sounds: WAV files, or what is in one.
            loudness: 0 to 1.
        """
        self._order(_Say(tuple(sounds), loudness))

    def hush(self) -> None:
        """End what is being said. Never blocks."""
        if self._thread is not None:
            self._order(_Hush())

    def try_again(self) -> None:
        """Ask for the card once more with the next sound, even if there was none. Never blocks."""
        if self._thread is not None:
            self._order(_TryAgain())

    def close(self) -> None:
        """Give the card back; waits a moment for it. Harmless if nothing was ever heard."""
        if self._thread is not None:
            self._orders.put(_Leave())
            self._thread.join(LONGEST_WAIT_SECONDS)
            self._thread = None

    def _order(self, order: _Order) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="sounds", daemon=True)
            self._thread.start()
        self._orders.put(order)

    def _work(self) -> None:
        """Carry out orders; while the card is put away, sleep without an end."""
        while True:
            try:
                order = self._orders.get(timeout=self._silence_seconds if self._is_open else None)
            except Empty:
                if not self._card.is_busy():
                    self._close()
                continue
            if isinstance(order, _Leave):
                self._close()
                return
            try:
                self._do(order)
            except OSError as why:
                _log.warning("this cannot be heard: %s", why)

    def _do(self, order: _Order) -> None:
        match order:
            case _TryAgain():
                self._is_given_up = False
            case _Hush():
                if self._is_open:
                    self._card.hush()
            case _Play(file, loudness, is_next):
                if self._has_card():
                    self._card.play(file, loudness, is_next=is_next)
            case _Say(sounds, loudness):
                if self._has_card():
                    self._card.say(sounds, loudness)
            case _Leave():
                pass

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
