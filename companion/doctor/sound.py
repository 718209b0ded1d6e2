"""Whether there is a sound card. Nothing needs one."""

import re
from collections.abc import Iterator

from companion.doctor.case import Case
from companion.doctor.finding import Finding, State


def look(case: Case) -> Iterator[Finding]:
    """Yield the sound cards as the kernel lists them."""
    words = case.words
    listed = case.machine.text("proc/asound/cards")
    cards = tuple(re.findall(r"^\s*\d+ \[[^\]]*\]: (.+)$", listed, re.MULTILINE))
    if cards:
        sentence = words.say("Sound: {cards}", cards=", ".join(cards))
        yield Finding("sound", State.OK, sentence, facts={"cards": cards})
        return
    yield Finding(
        "sound",
        State.ATTENTION,
        words.say("There is no sound card; nothing else is missing"),
        words.say("If you want to hear the game, plug one in or use a screen with sound"),
        {"cards": ()},
    )
