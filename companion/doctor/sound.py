"""Whether the table can be heard, and can speak if that is wanted. Nothing else needs it."""

import re
from collections.abc import Iterator

from companion.core.model import Loudness
from companion.doctor.case import Case
from companion.doctor.finding import Finding, State

_SPEAKER = "espeak-ng"
"""The program that speaks, and the package that it is in."""


def look(case: Case) -> Iterator[Finding]:
    """Yield the sound cards as the kernel lists them, and what would speak."""
    yield _card(case)
    if case.settings.sound.spoken:
        yield _voice(case)


def _card(case: Case) -> Finding:
    words = case.words
    listed = case.machine.text("proc/asound/cards")
    cards = tuple(re.findall(r"^\s*\d+ \[[^\]]*\]: (.+)$", listed, re.MULTILINE))
    if cards:
        sentence = words.say("Sound: {cards}", cards=", ".join(cards))
        return Finding("sound", State.OK, sentence, facts={"cards": cards})
    sentence = words.say("There is no sound card; nothing else is missing")
    if case.settings.sound.level is Loudness.OFF:
        return Finding("sound", State.OK, sentence, facts={"cards": ()})
    return Finding(
        "sound",
        State.ATTENTION,
        sentence,
        words.say("If you want to hear the game, plug one in or use a screen with sound"),
        {"cards": ()},
    )


def _voice(case: Case) -> Finding:
    """Return what would speak: the program, the owner's recordings, or nothing."""
    words = case.words
    recordings = sum(1 for _ in (case.data / "voices").glob("*/*.wav"))
    version = " ".join(case.machine.answer((_SPEAKER, "--version")).split("Data at")[0].split())
    facts = {"version": version, "recordings": recordings}
    if version:
        sentence = words.say("Voice: {program}", program=version.rstrip(" :"))
        return Finding("voice", State.OK, sentence, facts=facts)
    remedy = words.say("Install the package {package}", package=_SPEAKER)
    if recordings:
        sentence = words.say("Only what was recorded can be spoken")
        return Finding("voice", State.ATTENTION, sentence, remedy, facts)
    sentence = words.say("Nothing can be spoken, though the settings want it")
    return Finding("voice", State.WRONG, sentence, remedy, facts)
