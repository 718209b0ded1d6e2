"""The voice of the table: the owner's recordings, and a program for what nobody has recorded.

A thread of its own waits for the voice, so that nothing else does; what is said last wins. The
program is given a text and answers with a sound, which goes the way of all sounds: so it never
quarrels with them about the card, and falls silent at once.
"""

from __future__ import annotations

import io
import struct
import subprocess
import threading
import wave
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from companion.core.notices import Notes, Notice
from companion.speaking.pronouncing import joined, marked, pack, plain, read_table, spoken

PACKAGE = "espeak-ng"
"""The program that speaks, and the package of Debian that it is in."""

_FORMAT = struct.Struct("<HHIIHH")
"""Of a WAV file: kind, channels, frames a second, bytes a second and a frame, bits a sample."""

LONGEST_WAIT_SECONDS = 2.0
"""How long leaving the program waits for the voice at most."""

_LONGEST_COMPLAINT = 120


def espeak(words_a_minute: int) -> tuple[str, ...]:
    """Return the command of espeak-ng, at this speed; it reads SSML."""
    speed = str(words_a_minute)
    return PACKAGE, "-v", LANGUAGE, "-s", speed, "-m", "-b", "1", "--stdin", "--stdout"


LANGUAGE = "{language}"
"""Stands in a command for the code of the language."""


class Utterance(msgspec.Struct, frozen=True):
    """Something to be said."""

    sentences: tuple[str, ...]
    language: str
    loudness: float
    """0 to 1."""


class Voice:
    """Says one thing at a time; what comes later takes its place."""

    def __init__(
        self,
        recordings: Path,
        readings: Mapping[str, Path],
        command: Sequence[str],
        play: Callable[[Sequence[Path | bytes], float], None],
        troubled: Callable[[Notice], None],
    ) -> None:
        """Begin silent.

        Args:
            recordings: The folder with the owner's recordings, a folder for each language.
            readings: For each language the table of how words are read, if it needs one.
            command: The program that speaks and its arguments, with ``LANGUAGE`` where the language
                stands. It reads text, and answers with a WAV file.
            play: Plays sounds one after the other, so loud; called on the voice's thread.
            troubled: Called on the voice's thread, once, if nothing can be spoken.
        """
        self._recordings, self._readings = recordings, readings
        self._command = command
        self._play, self._troubled = play, troubled
        self._lock = threading.Lock()
        self._bell = threading.Event()
        self._next: Utterance | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._is_leaving = self._is_told = False
        self._packs: dict[str, Mapping[tuple[str, ...], Path]] = {}
        self._tables: dict[str, Mapping[str, str]] = {}
        self._thread: threading.Thread | None = None

    def say(self, utterance: Utterance) -> None:
        """Say this, in place of what is being said. Never blocks."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="voice", daemon=True)
            self._thread.start()
        with self._lock:
            self._next = utterance
            self._stop()
        self._bell.set()

    def close(self) -> None:
        """Fall silent and end the program that speaks."""
        with self._lock:
            self._is_leaving, self._next = True, None
            self._stop()
        self._bell.set()
        if self._thread is not None:
            self._thread.join(LONGEST_WAIT_SECONDS)

    def _stop(self) -> None:
        """End the program that speaks; the lock is held."""
        if self._process is not None:
            self._process.kill()

    def _work(self) -> None:
        while self._bell.wait():
            self._bell.clear()
            with self._lock:
                utterance, self._next = self._next, None
                if self._is_leaving:
                    return
            if utterance is not None:
                self._say(utterance)

    def _say(self, utterance: Utterance) -> None:
        language = utterance.language
        text = joined(utterance.sentences)
        recorded = self._pack(language)
        parts = spoken(text, recorded) if recorded else (text,)
        sounds: list[Path | bytes] = []
        for part in parts:
            sound = part if isinstance(part, Path) else self._synthesised(part, language)
            if self._is_outdated():
                return
            if sound:
                sounds.append(sound)
        if sounds:
            self._play(sounds, utterance.loudness)

    def _is_outdated(self) -> bool:
        with self._lock:
            return self._is_leaving or self._next is not None

    def _synthesised(self, text: str, language: str) -> bytes:
        """Return a text as a WAV file; nothing if it cannot be said, or something else shall be."""
        program, *_ = command = [each.replace(LANGUAGE, language) for each in self._command]
        try:
            process = self._started(command)
        except OSError as error:
            if program == PACKAGE:
                self._complain(Notice(Notes.NO_VOICE, {"package": PACKAGE}))
            else:
                facts = {"package": program, "why": error.strerror or str(error)}
                self._complain(Notice(Notes.VOICE_FAILED, facts))
            return b""
        prepare = marked if program == PACKAGE else plain
        sound, complaint = process.communicate(
            prepare(text, language, self._table(language)).encode()
        )
        with self._lock:
            self._process = None
        if process.returncode > 0:
            why = complaint.decode(errors="replace").strip()[:_LONGEST_COMPLAINT]
            why = why or f"exit {process.returncode}"
            self._complain(Notice(Notes.VOICE_FAILED, {"package": program, "why": why}))
        return _whole(sound) if process.returncode == 0 else b""

    def _started(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(  # noqa: S603 - the owner's command; the text goes to its input
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        with self._lock:
            self._process = process
            if self._is_leaving or self._next is not None:
                self._stop()
        return process

    def _complain(self, notice: Notice) -> None:
        if not self._is_told:
            self._is_told = True
            self._troubled(notice)

    def _pack(self, language: str) -> Mapping[tuple[str, ...], Path]:
        if language not in self._packs:
            files = sorted((self._recordings / language).glob("*.wav"))
            self._packs[language] = pack({file.stem: file for file in files})
        return self._packs[language]

    def _table(self, language: str) -> Mapping[str, str]:
        if language not in self._tables:
            file = self._readings.get(language)
            text = "" if file is None else file.read_text(encoding="utf-8")
            self._tables[language] = read_table(text)
        return self._tables[language]


def _whole(stream: bytes) -> bytes:
    """Return a WAV stream as a file with its true lengths; nothing if it is none.

    A program that writes while it speaks does not know the lengths yet.
    """
    form, data = stream.find(b"fmt "), stream.find(b"data")
    if stream[:4] != b"RIFF" or not 0 < form < data or len(stream) <= data + _CHUNK:
        return b""
    _, channels, rate, _, frame, bits = _FORMAT.unpack_from(stream, form + _CHUNK)
    if not (channels and rate and frame and bits in _WHOLE_BYTES):
        return b""
    samples = stream[data + _CHUNK :]
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(channels)
        out.setsampwidth(bits // 8)
        out.setframerate(rate)
        out.writeframes(samples[: len(samples) - len(samples) % frame])
    return file.getvalue()


_CHUNK = 8
"""Bytes of the name and the length before what a part of a WAV file has."""

_WHOLE_BYTES = (8, 16, 24, 32)
