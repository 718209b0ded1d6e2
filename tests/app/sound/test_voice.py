"""The voice speaks through another program: a real process, written by hand for these tests."""

import stat
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from wave import open as open_wave

import pytest

from companion.app.sound.voice import PACKAGE, Utterance, Voice, espeak
from companion.core.notices import Notes, Notice

PATIENCE_SECONDS = 20

SPEAKER = f"""#!{sys.executable}
import os, sys, time
said = sys.stdin.buffer.read().decode()
with open(os.environ["FAKE_LOG"], "a", encoding="utf-8") as log:
    log.write(f"{{os.getpid()}} {{' '.join(sys.argv[1:])}} | {{said}}\\n")
if "slowly" in said:
    time.sleep(600)
if "badly" in said:
    print("Error: no such voice", file=sys.stderr)
    sys.exit(3)
rate, samples = 22050, said.encode()
if len(samples) % 2:
    samples += b"."
header = b"RIFF\\x24\\xf0\\xff\\x7fWAVEfmt \\x10\\0\\0\\0\\x01\\0\\x01\\0"
header += rate.to_bytes(4, "little")
header += (2 * rate).to_bytes(4, "little") + b"\\x02\\0\\x10\\0data\\0\\xf0\\xff\\x7f"
sys.stdout.buffer.write(header + samples)
"""
"""What stands for espeak-ng: it logs what it is told and answers with it, as if it were samples."""


@dataclass
class Ear:
    """What hears the voice, and what is said if it cannot speak."""

    heard: list[tuple[Sequence[Path | bytes], float]] = field(default_factory=list)
    troubles: list[Notice] = field(default_factory=list)
    bell: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def hear(self, sounds: Sequence[Path | bytes], loudness: float) -> None:
        """Hear something."""
        self.heard.append((sounds, loudness))
        self.bell.release()

    def worry(self, notice: Notice) -> None:
        """Learn why nothing is heard."""
        self.troubles.append(notice)
        self.bell.release()

    def wait(self) -> None:
        """Wait for one thing that is heard or troubles."""
        assert self.bell.acquire(timeout=PATIENCE_SECONDS)


@dataclass
class Studio:
    """A voice with a program to speak through, and that program's input."""

    folder: Path
    ear: Ear
    voice: Voice

    @property
    def told(self) -> list[str]:
        """What the program was told, without the number of its process."""
        log = self.folder / "log"
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        return [line.partition(" ")[2] for line in lines]

    def say(self, *sentences: str, language: str = "en") -> None:
        """Say something and go on at once."""
        self.voice.say(Utterance(sentences, language, 0.4))


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Studio:
    """A voice in a folder of its own."""
    speaker = tmp_path / "bin" / PACKAGE
    speaker.parent.mkdir()
    speaker.write_text(SPEAKER)
    speaker.chmod(speaker.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(speaker.parent))
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "log"))
    readings = tmp_path / "readings.txt"
    readings.write_text(
        "太陽 たいよう\n太陽チップ たいようチップ  # longer first\n", encoding="utf-8"
    )
    ear = Ear()
    voice = Voice(tmp_path / "voices", {"ja": readings}, espeak(160), ear.hear, ear.worry)
    return Studio(tmp_path, ear, voice)


def samples(sound: Path | bytes) -> bytes:
    """Return the samples of a WAV file that the voice let be heard."""
    assert isinstance(sound, bytes)
    with open_wave(BytesIO(sound), "rb") as file:
        assert file.getframerate() == 22050
        return file.readframes(file.getnframes())


def lines(said: list[str]) -> list[str]:
    """Return what was to be spoken."""
    return [line.partition(" | ")[2] for line in said]


def test_a_sentence_is_spoken_in_its_language_and_heard_whole(studio: Studio) -> None:
    studio.say("Ставка: 7", "Анна: пас", language="uk")
    studio.ear.wait()
    studio.voice.close()
    assert studio.told == ["-v uk -s 160 -m -b 1 --stdin --stdout | Ставка: сім. Анна: пас."]
    ((sounds, loudness),) = studio.ear.heard
    assert samples(sounds[0]).decode().strip(".") == "Ставка: сім. Анна: пас"
    assert loudness == 0.4


@pytest.mark.parametrize("later", ["quickly", ""])
def test_what_is_said_last_wins_or_leaving_ends_it_and_no_process_is_left(
    studio: Studio, later: str
) -> None:
    studio.say("slowly now")
    while not studio.told:
        pass
    if later:
        studio.say(later)
        studio.ear.wait()
    studio.voice.close()
    assert lines(studio.told) == ["slowly now.", *([f"{later}."] if later else [])]
    assert len(studio.ear.heard) == bool(later)
    pid = int((studio.folder / "log").read_text().split()[0])
    assert not Path(f"/proc/{pid}").exists(), "it is ended and nobody's orphan"
    assert not studio.ear.troubles, "being interrupted is no trouble"


def test_a_voice_that_never_spoke_closes(studio: Studio) -> None:
    studio.voice.close()
    assert studio.told == []


def test_a_missing_program_is_told_once_with_its_package(studio: Studio) -> None:
    (studio.folder / "bin" / PACKAGE).unlink()
    studio.say("one")
    studio.ear.wait()
    studio.say("two")
    studio.voice.close()
    assert studio.ear.troubles == [Notice(Notes.NO_VOICE, {"package": "espeak-ng"})]


def owners(studio: Studio, *command: str) -> Voice:
    """Return a voice that speaks through the owner's program."""
    return Voice(studio.folder, {}, command, studio.ear.hear, studio.ear.worry)


def test_the_owners_program_gets_plain_text_and_the_language(studio: Studio) -> None:
    (studio.folder / "bin" / PACKAGE).rename(studio.folder / "bin" / "other")
    voice = owners(studio, "other", "--voice={language}")
    voice.say(Utterance(("Ann & Олена: 7",), "en", 0.4))
    studio.ear.wait()
    voice.close()
    assert studio.told == ["--voice=en | Ann & Олена: 7."]
    ((sounds, _),) = studio.ear.heard
    assert samples(sounds[0]).decode() == "Ann & Олена: 7."


@pytest.mark.parametrize(
    ("program", "said", "why"),
    [
        (PACKAGE, "badly", "Error: no such voice"),
        ("nowhere", "one", "No such file or directory"),
        ("silent", "one", "exit 1"),
    ],
)
def test_a_program_that_fails_is_told_with_its_own_words_or_its_exit_status(
    studio: Studio, program: str, said: str, why: str
) -> None:
    silent = studio.folder / "bin" / "silent"
    silent.write_text("#!/bin/sh\nexit 1\n")
    silent.chmod(0o755)
    voice = studio.voice if program == PACKAGE else owners(studio, program)
    voice.say(Utterance((said,), "en", 0.4))
    studio.ear.wait()
    voice.close()
    facts = {"package": program, "why": why}
    assert studio.ear.troubles == [Notice(Notes.VOICE_FAILED, facts)]


def test_japanese_is_given_as_it_is_read(studio: Studio) -> None:
    studio.say("太陽チップ9", language="ja")
    studio.ear.wait()
    studio.voice.close()
    assert lines(studio.told) == ["たいようチップ9."]


@pytest.mark.parametrize(
    ("language", "recorded", "said", "spoken"),
    [
        ("en", ("takes it with", "7"), "Anna takes it with 7", ["anna"]),
        ("uk", ("Ставка", "7", "межа", "10"), "Ставка: 7, межа 10", []),
    ],
)
def test_recordings_are_heard_and_the_program_is_only_started_for_gaps(
    studio: Studio, language: str, recorded: tuple[str, ...], said: str, spoken: list[str]
) -> None:
    folder = studio.folder / "voices" / language
    folder.mkdir(parents=True)
    for name in recorded:
        (folder / f"{name}.wav").touch()
    studio.say(said, language=language)
    studio.ear.wait()
    studio.voice.close()
    ((sounds, _),) = studio.ear.heard
    assert sounds[len(spoken) :] == [folder / f"{name}.wav" for name in recorded]
    assert lines(studio.told) == spoken
