# ruff: noqa: INP001 (a script beside what it makes, not a package)
"""Make the short sounds of the table: one WAV file for each cue, the same bytes every time.

Nothing was recorded: every cue is a handful of notes, every note a few sines that fade, each at its
own pace. The tables below are the score. The notes are of one pentatonic scale (C D E G A), so that
cues that overlap never quarrel; only what is wrong (refused, disaster) steps out of it.

Usage: python assets/sounds/synthesise.py
"""

import math
import struct
import sys
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from wave import open as open_wave

HERE = Path(__file__).parent

RATE = 22_050
"""Samples a second: nothing in here is higher than 5 kHz."""

PEAK = 0.7
"""The loudest sample of every cue, of 1; how loud it is heard is the owner's setting."""

RISE_SECONDS, FALL_SECONDS = 0.004, 0.02
"""How long a note takes to begin, and a cue to end, so that neither clicks."""


class Timbre(NamedTuple):
    """What a note is made of."""

    partials: tuple[tuple[float, float, float], ...]
    """Of each sine: how many times the note's frequency, how loud, and how many times as long."""
    glide: float = 1.0
    """The frequency at the end of a note, as a part of that at its beginning."""


PLUCK = Timbre(((1, 1.0, 1.0), (2, 0.4, 0.5), (3, 0.15, 0.3)))
WOOD = Timbre(((1, 1.0, 1.0), (2.76, 0.5, 0.4), (5.4, 0.2, 0.2)))
BELL = Timbre(((1, 1.0, 1.0), (2.0, 0.5, 0.7), (3.01, 0.3, 0.45), (4.17, 0.2, 0.3)))
GONG = Timbre(
    ((1, 0.9, 1.0), (1.003, 0.7, 1.0), (1.51, 0.6, 0.8), (2.02, 0.7, 0.7), (2.74, 0.4, 0.5),
     (3.76, 0.25, 0.3))
)  # fmt: skip
DRUM = Timbre(((1, 1.0, 1.0), (1.59, 0.5, 0.5), (2.14, 0.3, 0.4)), glide=0.6)
REED = Timbre(((1, 1.0, 1.0), (2, 0.6, 1.0), (3, 0.5, 1.0), (4, 0.25, 1.0)))


class Note(NamedTuple):
    """One note of a cue."""

    at: float
    """When it begins, in seconds."""
    hertz: float
    seconds: float
    """How long until hardly anything is left of it."""
    loudness: float
    timbre: Timbre


C4, E4, G4, A4 = 261.63, 329.63, 392.0, 440.0
C5, D5, E5, G5, A5, C6 = 523.25, 587.33, 659.26, 783.99, 880.0, 1046.5

CUES: dict[str, tuple[Note, ...]] = {
    "draw": (Note(0, A5, 0.09, 1.0, WOOD),),
    "ra": (Note(0, 98.0, 1.5, 1.0, GONG), Note(0, 196.0, 0.9, 0.4, GONG)),
    "last_ra": (
        Note(0, 73.42, 0.5, 1.0, DRUM),
        Note(0.25, 73.42, 0.5, 0.9, DRUM),
        Note(0.5, 98.0, 1.2, 0.8, GONG),
    ),
    "bid": (Note(0, A4, 0.14, 0.8, PLUCK), Note(0.08, E5, 0.22, 1.0, PLUCK)),
    "pass": (Note(0, C4, 0.2, 1.0, WOOD),),
    "lot": (
        Note(0, C5, 0.3, 0.8, PLUCK),
        Note(0.09, E5, 0.3, 0.9, PLUCK),
        Note(0.18, G5, 0.45, 1.0, PLUCK),
    ),
    "sun": (
        Note(0, G5, 0.5, 0.8, BELL),
        Note(0.1, D5, 0.5, 0.8, BELL),
        Note(0.2, A5, 0.7, 1.0, BELL),
    ),
    "disaster": (
        Note(0, 92.5, 0.5, 1.0, DRUM),
        Note(0.22, 69.3, 0.9, 1.0, DRUM),
        Note(0.22, 73.42, 0.9, 0.5, GONG),
    ),
    "epoch": (
        Note(0, C4, 1.4, 0.9, BELL),
        Note(0.18, G4, 1.3, 0.8, BELL),
        Note(0.36, C5, 1.2, 0.8, BELL),
        Note(0.54, E5, 1.2, 0.7, BELL),
    ),
    "reveal": (Note(0, 130.81, 0.35, 1.0, DRUM), Note(0.12, G4, 0.5, 0.7, PLUCK)),
    "win": (
        Note(0, C5, 0.35, 0.8, BELL),
        Note(0.13, E5, 0.35, 0.8, BELL),
        Note(0.26, G5, 0.35, 0.8, BELL),
        Note(0.39, C6, 1.1, 1.0, BELL),
        Note(0.39, E5, 1.1, 0.6, BELL),
        Note(0.39, C4, 1.1, 0.6, BELL),
    ),
    "refused": (Note(0, 155.56, 0.1, 0.8, REED), Note(0.13, 146.83, 0.16, 0.8, REED)),
    "undo": (Note(0, E5, 0.14, 0.9, PLUCK), Note(0.09, A4, 0.25, 0.9, PLUCK)),
}


def wave(name: str) -> bytes:
    """Return the WAV file of a cue: mono, 16 bits.

    Raises:
        KeyError: There is no cue of this name.
    """
    notes = CUES[name]
    length = round(max(note.at + note.seconds for note in notes) * RATE)
    samples = [0.0] * length
    for note in notes:
        _sing(note, samples)
    loudest = max(map(abs, samples))
    fall = round(FALL_SECONDS * RATE)
    whole = [
        round(sample / loudest * PEAK * 32_767 * min(1.0, (length - place) / fall))
        for place, sample in enumerate(samples)
    ]
    return _packed(whole)


def _sing(note: Note, samples: list[float]) -> None:
    """Add a note to the samples; each of its sines fades to a hundredth in its own time."""
    first, count = round(note.at * RATE), round(note.seconds * RATE)
    for times, loudness, longer in note.timbre.partials:
        fading = math.log(100) / (note.seconds * longer)
        for place in range(min(count, len(samples) - first)):
            at = place / RATE
            glided = at * (1 - (1 - note.timbre.glide) * at / note.seconds / 2)
            sine = math.sin(2 * math.pi * note.hertz * times * glided)
            rising = min(1.0, at / RISE_SECONDS)
            samples[first + place] += (
                note.loudness * loudness * rising * sine * math.exp(-fading * at)
            )


def _packed(samples: list[int]) -> bytes:
    file = BytesIO()
    with open_wave(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return file.getvalue()


def main() -> int:
    """Write every file anew."""
    for name in CUES:
        (HERE / f"{name}.wav").write_bytes(wave(name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
