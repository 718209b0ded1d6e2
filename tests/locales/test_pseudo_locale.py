"""Whatever stands on a screen comes from the catalogue, is a name or a number, or a sign.

The language of this test writes every Latin letter wide and puts each sentence into brackets, but
only if the template has it. So a plain letter on a page has not come from the catalogue.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeVar
from zlib import crc32

from msgspec.structs import replace

from companion.core.model import COLOURS, MACHINES, Model, Preferences, TakenBack
from companion.core.notices import Notice
from companion.i18n import Words
from companion.i18n.languages import LANGUAGES, own_name
from companion.pages.render import scene
from companion.rules.events import Event
from companion.rules.problems import Fact, Problem
from companion.rules.tiles import Tile
from companion.ui.scene import Text
from companion.ui.style import Canvas
from tests.core.desk import states
from tests.locales import walking
from tests.locales.catalogues import sentences
from tests.locales.pseudo import wide
from tests.together import EVERY, for_each, some
from tests.view.gallery import PAGES, TYPE
from tests.view.ink import SIGNS

NAMES = ("Ορφέας", "Μαρία", "Ελένη", "Νίκος", "Σοφία")
"""Names without any letter of the sentences."""

SCREENS = ((1280, 720), (800, 480), (480, 800))

Hands = Sequence[tuple[bool, bool]]

HANDS: Hands = ((True, False), (True, True), (False, False))
"""Whether fingers reach the screen, and whether there is a keyboard."""

PROGRAM = "Ra Companion"

OWN_NAMES = tuple(map(own_name, LANGUAGES))

PLAIN = frozenset({"Home", "Shift", "A\N{EN DASH}Z", *SIGNS, "I", "II", "III", *OWN_NAMES, PROGRAM})
"""The signs on controls, the numbers of epochs, languages by their own names, and the program's."""

_TAGS = r"\bTAG\b|[0-9A-F]{2}( [0-9A-F]{2})+|[0-9A-F]{4,}|/(dev/|…)\w+|\blines\b|dial_[ab]|p1"

_BOXES = rf"{_TAGS}|attic|\.toml|Box 1"

GIVEN = {
    "trying": rf"{_TAGS}|\b(lane|sun|box)\b",
    "lesson": _BOXES,
    "wizard without pins": r"/dev/\w+|gpiod",
    "attract": r"Anna|Marek|Yuki|Zsófi|\b[A-Z]{5,8}\b",  # and the letters of groups of tiles
    "naming": r"Anna|Anežka|Andriy|Anett|\bAn\b",
    "gathering letters": r"Anna|Anežka|Andriy|Anett|\bAn\b",
    "fleet": r"window-3|sudo|systemctl|ra-companion-fleet",
    "versions": r"sudo|apt install|/media/[\w/.-]+|[\w.-]+\.deb",
}
"""What machines, files, people of the demonstration and those who played before are called, by the
page's first word."""


def given(page: str) -> str:
    """Return what may stand on a page though it is in no catalogue, as a pattern."""
    return next((names for first, names in GIVEN.items() if page.startswith(first)), r"(?!)")


class Pseudo:
    """A catalogue with every sentence of the template."""

    def gettext(self, message: str, /) -> str:
        """Return the sentence in brackets, or as it is if the template lacks it."""
        return wide(message) if message in sentences() else message

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        """Return one of the two sentences likewise."""
        return self.gettext(one if number == 1 else many)


PSEUDO = Words("qps", Pseudo())


Refusal = TypeVar("Refusal", bound=Notice | Problem)


def _bare(notice: Refusal) -> Refusal:
    """Return what is said with figures for what the system calls files and kinds of disks."""
    facts = notice.facts.items()
    bare = {key: fact if key in ("button", "thing") else _figure(fact) for key, fact in facts}
    return replace(notice, facts=bare)


def _figure(fact: Fact) -> Fact:
    return 7 if isinstance(fact, str) and not isinstance(fact, Tile) else fact


def _in(words: Words, model: Model, size: tuple[int, int], hands: Hands) -> Iterator[str]:
    """Yield every text of a page, for fingers, for a keyboard and for buttons alone."""
    said = model.screen.notice
    spoken = model.with_preferences(
        colour_names=tuple(words.say(colour) for colour in COLOURS),
        machine_names=tuple(words.say(name) for name in MACHINES),
    ).with_screen(
        notice=_bare(said) if isinstance(said, Notice | Problem) else said,
        troubles=tuple(map(_bare, model.screen.troubles)),
    )
    for touch, letters in hands:
        canvas = Canvas(size=size, type=TYPE, words=words, touch=touch, letters=letters)
        for item in scene(spoken, canvas).items:
            if isinstance(item, Text):
                yield item.text


def strange(
    model: Model,
    words: Words = PSEUDO,
    size: tuple[int, int] = (1280, 720),
    names: str = r"(?!)",
    hands: Hands = HANDS,
) -> set[str]:
    """Return the texts of a page that are not from the catalogue, nor a name, number or sign."""
    return {
        text
        for text in _in(words, model, size, hands)
        for bare in (re.sub(names, "", text.replace(PROGRAM, "")),)
        if re.search("[A-Za-z]", bare) and text not in PLAIN and len(text) > 1
        if not any(map(partial(_says, text), OWN_NAMES))
    }


def _says(text: str, name: str) -> bool:
    """Whether a text says a name, or its end where letters as wide as these were left out."""
    _, is_shortened, end = text.partition("…")
    return name in text or (bool(is_shortened) and name.endswith(end))


@for_each(page=PAGES, place=range(len(SCREENS)))
def test_every_text_of_a_page_comes_from_the_catalogue(page: str, place: int) -> None:
    if not (EVERY or (crc32(page.encode()) + place) % 3 == 0):
        return
    hands = HANDS if EVERY else (HANDS[place],)
    for players in some((2, 5), 2, list(PAGES).index(page) + place):
        model = PAGES[page](players, NAMES)
        assert strange(model, size=SCREENS[place], names=given(page), hands=hands) == set()


@for_each(told=lambda: some(walking.told(), 5))
def test_every_notice_and_every_refusal_comes_from_the_catalogue(told: tuple[str, Model]) -> None:
    name, model = told
    place = crc32(name.encode()) % len(SCREENS)
    assert strange(_renamed(model), size=SCREENS[place], hands=(HANDS[place],)) == set()


def test_what_happens_in_a_whole_game_comes_from_the_catalogue() -> None:
    for number, (desk, _) in enumerate(states(3, 11)):
        if number % 7:
            continue
        model = _renamed(desk.model)
        assert strange(model, size=(800, 480)) == set()
        events = tuple(model.session.timeline.events) if model.session.timeline else ()
        if events:
            assert strange(replace(model.with_screen(notice=_back(events)), now=model.now)) == set()


def _back(events: tuple[Event, ...]) -> TakenBack:
    return TakenBack(events, again=bool(len(events) % 2))


def _renamed(model: Model) -> Model:
    """Return the program with the same game of people with other names."""
    timeline = model.session.timeline
    assert timeline is not None
    start = timeline.start
    setup = replace(start.setup, players=NAMES[: len(start.setup.players)])
    steps = tuple(replace(step, game=replace(step.game, setup=setup)) for step in timeline.steps)
    renamed = replace(timeline, start=replace(start, setup=setup), steps=steps)
    return replace(
        model.with_session(timeline=renamed).with_screen(notice_at=model.now),
        preferences=Preferences(),
    )
