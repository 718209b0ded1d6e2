"""What every message does on every page, as it was before the house was rebuilt.

``golden/messages.txt`` says what every example of a message is in full. ``golden/usual.txt`` says
what mostly follows from it, for the program alone, with a game and with one of which not everything
is told: what is as usual is not written down for each page. A page's own text has all the rest.

Whoever means a change looks at the difference after
``pytest tests/net tests/screen/conftest.py --update-golden``.
"""

from collections import Counter
from functools import cache
from typing import get_args

import pytest

from companion.core.messages import Tick
from companion.core.model import Model
from companion.pages.messages import Message
from companion.pages.new_game import Welcome
from companion.pages.score_sheet import SheetTally
from tests.net.conftest import HERE, GoldenText
from tests.net.every_message import (
    PLAYERS,
    by_buttons,
    by_keys_and_fingers,
    everything,
    examples,
    known_texts,
    named,
    pages,
)
from tests.net.recording import differences, folded, outcome, text
from tests.net.rooms import NAMES, ROOMS
from tests.view.gallery import page_types

ALONE, IN_A_GAME, LESS_TOLD = "alone", "in a game", "less is told"


TURNED = ", kiosk turned"


BARE = Model(page=Welcome())


every_page = pytest.mark.parametrize("page", ROOMS)


@cache
def _model(page: str, players: int = PLAYERS) -> Model:
    model = ROOMS[page](players, NAMES)
    if isinstance(model.page, SheetTally):  # the first message would say that it is
        return model.with_drafts(counting=model.page)
    return model


@cache
def _outcomes(page: str) -> dict[str, str]:
    """Return what follows on a page from every example, the usual included."""
    model = _model(page)
    return {name: outcome(model, message) for name, message in everything(model).items()}


@cache
def _turned(page: str) -> dict[str, str]:
    """Return the same where guests may not leave the program, or may again."""
    model = _model(page)
    there = model.with_preferences(kiosk=not model.preferences.kiosk)
    return {name: outcome(there, message) for name, message in everything(there).items()}


def _kind(model: Model) -> str:
    if model.session.timeline is None:
        return ALONE
    return IN_A_GAME if model.session.timeline.ledger is None else LESS_TOLD


def _usual() -> str:
    """Return what mostly follows from every example, as text."""
    said: dict[tuple[str, str], Counter[str]] = {}
    for page in ROOMS:
        kind = _kind(_model(page))
        for where, found in ((kind, _outcomes(page)), (f"{kind}{TURNED}", _turned(page))):
            for name, follows in found.items():
                said.setdefault((where, name), Counter())[follows] += 1
    return "".join(
        f"{kind}\t{name}\t{found.most_common(1)[0][0]}\n"
        for (kind, name), found in said.items()
        if found.most_common(1)[0][1] > 1
    )


@pytest.fixture(scope="session")
def usual(is_kept_anew: bool) -> dict[tuple[str, str], str]:  # noqa: FBT001 - a fixture
    """What mostly follows, by what the program is in and by the message."""
    kept = HERE / "usual.txt"
    if is_kept_anew:
        HERE.mkdir(exist_ok=True)
        kept.write_text(_usual(), encoding="utf-8")
    rows = (line.split("\t") for line in kept.read_text(encoding="utf-8").splitlines())
    return {(kind, name): follows for kind, name, follows in rows}


def test_every_type_of_page_is_in_the_galleries() -> None:
    assert {type(page) for page in pages()} == set(page_types())


def test_every_kind_of_message_is_sent() -> None:
    assert {Tick, *map(type, examples())} == set(get_args(Message))


def test_the_examples_are_those_that_were_looked_at(golden_text: GoldenText) -> None:
    said = (f"{name}\n  {text(message)}\n" for name, message in named().items())
    golden_text("".join(said), "messages")


@every_page
def test_every_message_does_what_it_did(
    page: str, golden_text: GoldenText, usual: dict[tuple[str, str], str]
) -> None:
    model = _model(page)
    said = _outcomes(page)
    kind = _kind(model)
    unusual = {name: each for name, each in said.items() if usual.get((kind, name)) != each}
    turned = {
        name: "as without" if each == said.get(name) else each
        for name, each in _turned(page).items()
        if usual.get((f"{kind}{TURNED}", name)) != each
    }
    lines = [f"{page}: {kind}; {len(said)} messages", "is"]
    lines += [f"  {line}" for line in differences(BARE, model)]
    lines += ["does", *folded(unusual)]
    for players in (PLAYERS, 2, 5):
        lines += [f"offered to {players}", *folded(_on_offer(page, players))]
    lines += ["with the rules of a kiosk turned round", *folded(turned)]
    golden_text("\n".join(lines) + "\n", f"updates/{page.replace(' ', '-')}")


def _on_offer(page: str, players: int) -> dict[str, str]:
    """Return what follows from what is offered on a page, as far as that is not said already."""
    model = _model(page, players)
    found = by_buttons(model)
    if players == PLAYERS:
        found |= by_keys_and_fingers(model)
        found = {name: each for name, each in found.items() if name not in known_texts()}
    return {name: outcome(model, message) for name, message in found.items()}
