"""What is heard, put together: the sound card, the voice, and the log of both."""

from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.aloud import Aloud, Screen
from companion.core.model import Loudness, Preferences
from companion.core.notices import Notice
from companion.paths import asset
from companion.screen.sounds import Sounds
from companion.settings import SoundSettings

if TYPE_CHECKING:
    from companion.app.voice import Voice

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
) -> Aloud:
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
        return Aloud(screen, preferences, loudness, log=log)
    sounds = Sounds(asset("sounds"), lambda note: mention(Notice(note)))
    stack.callback(sounds.close)

    @cache
    def voice() -> "Voice":
        from companion.app.voice import Voice  # noqa: PLC0415 - most tables are silent

        readings = {"ja": asset("locales", "ja", "readings.txt")}
        spoken = Voice(data / "voices", readings, settings.words_a_minute, sounds.say, mention)
        stack.callback(spoken.close)
        return spoken

    return Aloud(screen, preferences, loudness, sounds=sounds, voice=voice, log=log)
