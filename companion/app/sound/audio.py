"""What is heard: cues at once, and what is shown read aloud as soon as it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TextIO

from companion.app.handlers import Handler
from companion.app.parts import Parts
from companion.app.sound.voice import Utterance, Voice, espeak
from companion.core.effects import Cue, ReadAloud, Sound
from companion.core.messages import Mention
from companion.core.model import Loudness, Model, Preferences
from companion.core.notices import Notice
from companion.i18n import Words
from companion.i18n.catalogues import words
from companion.i18n.languages import LANGUAGES
from companion.paths import asset
from companion.screen.sounds import Sounds
from companion.speaking.announcing import news, offered, whole_table


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


class Audio(Handler):
    """Plays cues and speaks. Without sounds and a voice it only keeps the log, if any."""

    orders = (Sound, ReadAloud)

    def __init__(
        self,
        model: Model,
        loudness: Mapping[Loudness, float],
        *,
        sounds: Sounding | None = None,
        voice: Speaking | None = None,
        log: TextIO | None = None,
    ) -> None:
        """Begin with nothing said.

        Args:
            model: What is shown first.
            loudness: How loud each of the choices is, 0 to 1.
            sounds: What cues are heard through.
            voice: What speaks.
            log: Where each cue and each utterance is written, one a line.
        """
        self._loudness = loudness
        self._sounds, self._voice, self._log = sounds, voice, log
        self._preferences = model.preferences
        self._previous: Model | None = None
        self._shall_read = False
        self._latest: tuple[tuple[str, ...], Words] | None = None

    def obey(self, order: Sound | ReadAloud) -> tuple[()]:
        """Play a cue now, repeat what was spoken last, or read the whole table when it is shown."""
        match order:
            case ReadAloud(is_repeated=True):
                if self._latest is not None:
                    self._say(*self._latest, self._level() or self._loudness[Loudness.NIGHT])
            case ReadAloud():
                self._shall_read = True
            case Sound(cue):
                self._write("cue", cue.value)
                if self._sounds is not None:
                    self._sounds.play(cue, self._level())
        return ()

    def see(self, model: Model) -> None:
        """Say aloud what is new on the table that is shown."""
        self._prefer(model.preferences)
        if self._shall_read or model.preferences.is_spoken or self._log is not None:
            self._speak(model, words(model.preferences.language))
        self._previous = model

    def _speak(self, model: Model, words: Words) -> None:
        """Say the whole table and what can be done, if that is wanted, or what is new on it."""
        if self._shall_read:
            self._shall_read = False
            softly = self._loudness[Loudness.NIGHT]
            told = *whole_table(model, words), *offered(model, words)
            self._say(told, words, self._level() or softly)
        else:
            self._say(news(self._previous, model, words), words, self._level())

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
        self._latest = sentences, words
        self._write("say", " | ".join(sentences))
        if self._voice is not None and loudness:
            self._voice.say(Utterance(sentences, words.language, loudness))

    def _write(self, kind: str, what: str) -> None:
        if self._log is not None:
            self._log.write(f"{kind} {what}\n")
            self._log.flush()


_PER_CENT = 100


def open_audio(parts: Parts) -> Audio:
    """Return what is heard, listening to the loop; without a window no sound card is touched.

    Raises:
        OSError: The log cannot be written.
    """
    options, settings, loop = parts.options, parts.settings.sound, parts.loop
    loudness = {
        Loudness.OFF: 0.0,
        Loudness.NIGHT: settings.night_volume / _PER_CENT,
        Loudness.NORMAL: settings.volume / _PER_CENT,
    }
    log = sounds = voice = None
    if options.speech_log is not None:
        log = parts.stack.enter_context(options.speech_log.open("w", encoding="utf-8"))
    if not options.headless:

        def mention(notice: Notice) -> None:
            loop.post(Mention(notice), "sound")

        sounds = Sounds(asset("sounds"), lambda note: mention(Notice(note)))
        parts.stack.callback(sounds.close)
        files = {code: asset("locales", code, "readings.txt") for code in LANGUAGES}
        readings = {code: file for code, file in files.items() if file.is_file()}
        recordings = parts.data / "voices"
        command = settings.voice_command or espeak(settings.words_a_minute)
        voice = Voice(recordings, readings, command, sounds.say, mention)
        parts.stack.callback(voice.close)
    audio = Audio(loop.model, loudness, sounds=sounds, voice=voice, log=log)
    loop.subscribe(audio.see)
    return audio
