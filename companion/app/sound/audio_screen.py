"""A screen with sound: cues at once, and what is shown is read aloud as soon as it is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TextIO

from companion.app.controls import Input
from companion.core.effects import Cue, ReadAloud, Sound
from companion.core.messages import Message
from companion.core.model import Model
from companion.core.notices import Notice
from companion.core.preferences import Loudness, Preferences
from companion.i18n import Words
from companion.paths import asset
from companion.settings import SoundSettings
from companion.ui.scene import Scene

if TYPE_CHECKING:
    from companion.app.loop import Screen
    from companion.app.sound.voice import Utterance, Voice


class Sounding(Protocol):
    """What cues are heard through."""

    def play(self, cue: Cue, loudness: float) -> None:
        """Let a cue be heard. Never blocks."""
        ...

    def hush(self) -> None:
        """End what is being said. Never blocks."""
        ...

    def try_again(self) -> None:
        """Look for a card once more. Never blocks."""
        ...


class Speaking(Protocol):
    """What speaks."""

    def say(self, utterance: Utterance) -> None:
        """Say this, in place of what is being said. Never blocks."""
        ...


class AudioScreen:
    """A screen that is also heard. Without sounds and a voice it only keeps the log, if any."""

    def __init__(  # noqa: PLR0913 - what is heard, named where it is put together
        self,
        screen: Screen,
        preferences: Preferences,
        loudness: Mapping[Loudness, float],
        *,
        sounds: Sounding | None = None,
        voice: Callable[[], Speaking] | None = None,
        log: TextIO | None = None,
    ) -> None:
        """Begin with nothing told.

        Args:
            screen: What shows the table.
            preferences: Of the evening's beginning.
            loudness: How loud each of the choices is, 0 to 1.
            sounds: What cues are heard through.
            voice: Returns what speaks, always the same; not asked before there is something to say.
            log: Where each cue and each utterance is written, one a line.
        """
        self._screen, self._loudness = screen, loudness
        self._sounds, self._voice, self._log = sounds, voice, log
        self._preferences = preferences
        self._told: Model | None = None
        self._shall_read = False

    def perform(self, order: Sound | ReadAloud) -> None:
        """Let a cue be heard now, or the whole table be read when it is shown."""
        match order:
            case ReadAloud():
                self._shall_read = True
            case Sound(cue):
                self._write("cue", cue.value)
                if self._sounds is not None:
                    self._sounds.play(cue, self._level())

    def inputs(self) -> Sequence[Input]:
        """Return keys and touches since the last call."""
        return self._screen.inputs()

    def poll_seconds(self) -> float | None:
        """Return how often the screen must be asked for its input."""
        return self._screen.poll_seconds()

    def label(self, *, by_keys: bool) -> None:
        """Let labels name keys, or the panel's controls."""
        self._screen.label(by_keys=by_keys)

    def show(self, model: Model, words: Words) -> Scene[Message]:
        """Show the table, then say aloud what is new on it."""
        scene = self._screen.show(model, words)
        self._prefer(model.preferences)
        if self._shall_read or model.preferences.is_spoken or self._log is not None:
            self._tell(model, words)
        self._told = model
        return scene

    def _tell(self, model: Model, words: Words) -> None:
        """Say the whole table, if that is wanted, or what is new on it."""
        from companion.speaking.announcing import news  # noqa: PLC0415
        from companion.speaking.whole_table import whole_table  # noqa: PLC0415 - most tables are silent

        if self._shall_read:
            self._shall_read = False
            softly = self._loudness[Loudness.NIGHT]
            self._say(whole_table(model, words), words, self._level() or softly)
        else:
            self._say(news(self._told, model, words), words, self._level())

    def _prefer(self, preferred: Preferences) -> None:
        """Take over what people prefer; one who wants it silent wants that now."""
        before, self._preferences = self._preferences, preferred
        if self._sounds is None:
            return
        if before.loudness is not preferred.loudness:
            self._sounds.try_again()
        if before.is_spoken and not preferred.is_spoken:
            self._sounds.hush()

    def _level(self) -> float:
        return self._loudness[self._preferences.loudness]

    def _say(self, sentences: tuple[str, ...], words: Words, loudness: float) -> None:
        if not sentences:
            return
        self._write("say", " | ".join(sentences))
        if self._voice is not None and loudness:
            from companion.app.sound.voice import Utterance  # noqa: PLC0415 - as above

            self._voice().say(Utterance(sentences, words.language, loudness))

    def _write(self, kind: str, what: str) -> None:
        if self._log is not None:
            self._log.write(f"{kind} {what}\n")
            self._log.flush()


_PER_CENT = 100


def heard(  # noqa: PLR0913 - everything that is put together here
    screen: Screen,
    preferences: Preferences,
    settings: SoundSettings,
    *,
    is_headless: bool,
    speech_log: Path | None,
    data: Path,
    mention: Callable[[Notice], None],
    stack: ExitStack,
) -> AudioScreen:
    """Return the screen as one that is also heard; without a screen no device is touched.

    Args:
        screen: What shows the table.
        preferences: Of the evening's beginning.
        settings: How loud it is, and how fast it speaks.
        is_headless: Whether the sound card is left alone.
        speech_log: Where it is written what is heard and said aloud, if anywhere.
        data: The data folder, where the owner's recordings lie.
        mention: Says something once, from any thread.
        stack: Closes it.

    Raises:
        OSError: The log cannot be written.
    """
    log = None
    if speech_log is not None:
        log = stack.enter_context(speech_log.open("w", encoding="utf-8"))
    loudness = {
        Loudness.OFF: 0.0,
        Loudness.NIGHT: settings.night_volume / _PER_CENT,
        Loudness.NORMAL: settings.volume / _PER_CENT,
    }
    if is_headless:
        return AudioScreen(screen, preferences, loudness, log=log)
    from companion.screen.sounds import Sounds  # noqa: PLC0415 - some tables are never heard

    sounds = Sounds(asset("sounds"), lambda note: mention(Notice(note)))
    stack.callback(sounds.close)

    @cache
    def voice() -> Voice:
        from companion.app.sound.voice import Voice  # noqa: PLC0415 - most tables are silent

        readings = {"ja": asset("locales", "ja", "readings.txt")}
        spoken = Voice(data / "voices", readings, settings.words_a_minute, sounds.say, mention)
        stack.callback(spoken.close)
        return spoken

    return AudioScreen(screen, preferences, loudness, sounds=sounds, voice=voice, log=log)
