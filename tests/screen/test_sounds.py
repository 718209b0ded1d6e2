"""Sounds are played by a thread of their own: nothing waits for them, and a card is not needed."""

import ctypes
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pygame
import pytest

from companion.core.effects import Cue
from companion.core.notices import Notes
from companion.paths import asset
from companion.screen.sounds import LONGEST_SECONDS, Mixer, Sounds, strike

PATIENCE_SECONDS = 20

NEVER = 3600.0


@dataclass
class Drum(Mixer):
    """A card that remembers what it was told; it can be missing, and it can be slow."""

    told: list[str] = field(default_factory=list)
    missing: str = ""
    is_free: threading.Event = field(default_factory=threading.Event)
    is_closed: threading.Event = field(default_factory=threading.Event)
    busy: int = 0
    """How often it says that something is still heard."""

    def __post_init__(self) -> None:
        """Begin quick."""
        self.is_free.set()

    def open(self) -> None:
        """Be there, or not."""
        self.told.append("open")
        assert self.is_free.wait(PATIENCE_SECONDS)
        if self.missing:
            raise OSError(self.missing)

    def play(self, file: Path, loudness: float, *, is_next: bool) -> None:
        """Remember a cue."""
        if not file.exists():
            raise FileNotFoundError(file)
        self.told.append(f"{'then ' * is_next}{file.stem} {loudness}")

    def say(self, sounds: Sequence[Path | bytes], loudness: float) -> None:
        """Remember how many sounds were said."""
        self.told.append(f"say {len(sounds)} {loudness}")

    def hush(self) -> None:
        """Remember that it shall be still."""
        self.told.append("hush")

    def is_busy(self) -> bool:
        """Be busy for as long as was asked."""
        self.busy -= 1
        return self.busy >= 0

    def close(self) -> None:
        """Remember that it was put away."""
        self.told.append("close")
        self.is_closed.set()


def sounds(card: Drum, told: list[Notes] | None = None, silence: float = NEVER) -> Sounds:
    """Return sounds through this card."""
    notes: list[Notes] = [] if told is None else told
    return Sounds(asset("sounds"), notes.append, card, silence)


def test_the_card_is_left_alone_until_something_is_heard() -> None:
    card = Drum()
    heard = sounds(card)
    heard.hush()
    heard.try_again()
    heard.play(Cue.DRAW, 0.0)
    heard.close()
    assert card.told == []
    assert "sounds" not in {thread.name for thread in threading.enumerate()}


def test_cues_are_heard_in_their_order_and_the_swap_of_suns_after_the_lot() -> None:
    card = Drum()
    heard = sounds(card)
    for cue in (Cue.DRAW, Cue.LOT, Cue.SUN):
        heard.play(cue, 0.4)
    heard.close()
    assert card.told == ["open", "draw 0.4", "lot 0.4", "then sun 0.4", "close"]


def test_nobody_waits_for_a_card_that_is_slow() -> None:
    card = Drum()
    card.is_free.clear()
    heard = sounds(card)
    for _ in range(100):
        heard.play(Cue.DRAW, 0.4)  # would never return if it waited
    card.is_free.set()
    heard.close()
    assert card.told.count("draw 0.4") == 100


@pytest.mark.parametrize(
    ("why", "note"),
    [
        ("ALSA: Couldn't open audio device: No such file or directory", Notes.NO_SOUND),
        ("ALSA: Couldn't open audio device: Device or resource busy", Notes.SOUND_BUSY),
    ],
)
def test_a_missing_or_busy_card_is_told_once_and_tried_once(why: str, note: Notes) -> None:
    card, told = Drum(missing=why), list[Notes]()
    heard = sounds(card, told)
    for _ in range(5):
        heard.play(Cue.DRAW, 0.4)
    heard.try_again()
    heard.play(Cue.DRAW, 0.4)
    heard.close()
    assert told == [note]
    assert card.told == ["open", "open"]


def test_a_missing_library_is_told_apart_from_a_missing_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing_here(name: str) -> None:
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    told: list[Notes] = []
    for _ in range(2):
        heard = Sounds(asset("sounds"), told.append, Mixer(), NEVER)
        heard.play(Cue.DRAW, 0.4)
        heard.close()
        monkeypatch.setattr(ctypes, "CDLL", nothing_here)
    assert told == [Notes.NO_SOUND, Notes.NO_SOUND_LIBRARY]


def test_a_card_that_came_back_is_used_when_the_loudness_changes() -> None:
    card, is_told = Drum(missing="busy"), threading.Event()
    heard = Sounds(asset("sounds"), lambda _: is_told.set(), card, NEVER)
    heard.play(Cue.DRAW, 0.4)
    assert is_told.wait(PATIENCE_SECONDS)
    card.missing = ""
    heard.play(Cue.PASS, 0.4)
    heard.try_again()
    heard.play(Cue.BID, 0.4)
    heard.close()
    assert card.told == ["open", "open", "bid 0.4", "close"]


def test_after_silence_the_card_is_put_away_and_the_next_cue_takes_it_again() -> None:
    card = Drum(busy=3)
    heard = sounds(card, silence=0.001)
    heard.play(Cue.DRAW, 0.4)
    assert card.is_closed.wait(PATIENCE_SECONDS)
    assert card.busy < 0, "it was asked whether something is still heard"
    heard.play(Cue.PASS, 0.4)
    heard.close()
    assert [each for each in card.told if each != "close"] == [
        "open", "draw 0.4", "open", "pass 0.4",
    ]  # fmt: skip


def test_a_cue_whose_file_is_gone_does_not_end_the_others(tmp_path: Path) -> None:
    card = Drum()
    heard = Sounds(tmp_path, lambda _: None, card, NEVER)
    heard.play(Cue.DRAW, 0.4)
    (tmp_path / "bid.wav").touch()
    heard.play(Cue.BID, 0.4)
    heard.close()
    assert card.told == ["open", "bid 0.4", "close"]


def test_the_real_mixer_plays_every_cue_and_words_and_gives_the_card_back() -> None:
    card = Mixer()
    card.open()
    for cue in Cue:
        card.play(asset("sounds", f"{cue.value}.wav"), 0.4, is_next=cue is Cue.SUN)
    files = (asset("sounds", "bid.wav"), asset("sounds", "pass.wav").read_bytes())
    card.say(files, 0.4)
    assert card.is_busy()
    said = pygame.mixer.Channel(Mixer.VOICE).get_sound()
    one = pygame.mixer.Sound(files[0]).get_length()
    assert said is not None
    assert said.get_length() > one
    card.hush()
    assert not pygame.mixer.Channel(Mixer.VOICE).get_busy()
    card.close()
    card.close()
    assert pygame.mixer.get_init() is None


def test_the_real_mixer_says_why_there_is_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nobody")
    with pytest.raises(OSError, match=r"nobody|not available"):
        Mixer().open()


_WITHOUT_A_CARD = """
import logging, sys, threading, time
from pathlib import Path
from companion.screen.sounds import Mixer

logging.basicConfig(format="%(message)s")
class Slow(Mixer):
    def open(self):
        writer.start()
        super().open()

def write():
    for number in range(200):
        logging.getLogger().warning("line %d", number)
        time.sleep(0.0005)

writer = threading.Thread(target=write)
try:
    Slow().open()
except OSError as why:
    print("no card:", why)
writer.join()
"""


@pytest.mark.skipif(pygame.version.ver == "2.6.1", reason="its SDL asks for cards in its own way")
def test_alsa_writes_nothing_on_the_terminal_and_our_own_lines_all_arrive() -> None:
    away = {"SDL_AUDIODRIVER": "alsa", "AUDIODEV": "no-such-card", "ALSA_CARD": "no-such-card"}
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_A_CARD],
        env={**os.environ, **away, "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=True,
    )
    assert done.stdout.startswith("no card:")
    assert done.stderr.splitlines() == [f"line {number}" for number in range(200)]


def test_without_a_terminal_the_card_is_asked_for_all_the_same() -> None:
    closed = "import os; os.close(2)\n" + _WITHOUT_A_CARD
    done = subprocess.run(
        [sys.executable, "-c", closed],
        env={**os.environ, "SDL_AUDIODRIVER": "alsa", "AUDIODEV": "no-such-card"},
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=True,
    )
    assert "no card:" in done.stdout


def test_what_is_no_sound_is_refused(tmp_path: Path) -> None:
    card = Mixer()
    card.open()
    (tmp_path / "noise.wav").write_text("no sound")
    with pytest.raises(OSError, match=r"\w"):
        card.play(tmp_path / "noise.wav", 0.4, is_next=False)
    with pytest.raises(OSError, match=r"\w"):
        card.say((b"RIFF",), 0.4)
    card.close()


# The installer's gong is heard to its end, and no card, or one that never ends, holds it up.


class Pendulum:
    """A clock that only moves when somebody sleeps."""

    def __init__(self) -> None:
        """Begin at nought."""
        self.seconds = 0.0

    def now(self) -> float:
        """Return the time."""
        return self.seconds

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.seconds += seconds


def test_it_is_heard_to_its_end_and_the_card_is_given_back() -> None:
    card, clock = Drum(busy=3), Pendulum()
    assert strike(card, clock.now, clock.sleep)
    assert card.told == ["open", "ra 0.6", "close"]
    assert card.busy < 0


def test_a_card_that_never_ends_is_not_waited_for_for_ever() -> None:
    card, clock = Drum(busy=10**6), Pendulum()
    assert strike(card, clock.now, clock.sleep)
    assert clock.seconds == pytest.approx(LONGEST_SECONDS, abs=0.1)
    assert card.told[-1] == "close"


def test_where_there_is_no_card_it_says_so_and_does_not_wait() -> None:
    card, clock = Drum(missing="no such device"), Pendulum()
    assert not strike(card, clock.now, clock.sleep)
    assert card.told == ["open"]
    assert clock.seconds == 0
