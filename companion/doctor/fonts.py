"""Whether the program's own fonts are there and whole."""

from collections.abc import Iterator
from pathlib import Path

from companion.doctor.case import Case
from companion.doctor.finding import Finding, State

FONTS = ("mplus1p-500.ttf", "mplus1p-700.ttf", "mplus1p-800.ttf", "advances.json")
"""The three weights, and how wide their letters are."""

_BEGINNINGS = (b"\0\1\0\0", b"OTTO", b"{")


def look(case: Case) -> Iterator[Finding]:
    """Yield one finding about all fonts."""
    words, folder = case.words, case.assets / "fonts"
    bad = tuple(name for name in FONTS if not _is_font(folder / name))
    if not bad:
        here = words.say("All fonts are here")
        yield Finding("fonts", State.OK, here, facts={"folder": str(folder)})
        return
    yield Finding(
        "fonts",
        State.WRONG,
        words.say("Fonts are missing or damaged: {fonts}", fonts=", ".join(bad)),
        words.say("Install the program again"),
        {"folder": str(folder), "bad": bad},
    )


def _is_font(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return stream.read(4).startswith(_BEGINNINGS)
    except OSError:
        return False
