"""What every page asks, offers, lights and says aloud, as it was before the house was rebuilt."""

from collections.abc import Callable, Iterator

import pytest

from companion.core.bindings import Binding
from companion.core.model import Model
from companion.i18n import ENGLISH
from companion.pages.bindings import LAMPS, controls, lamps, prompt
from companion.pages.keyboard import keys
from companion.pages.update import next_deadline
from companion.speaking.announcing import news
from companion.speaking.sentences import whole_table
from tests.net.conftest import GoldenText
from tests.net.every_message import PLAYERS
from tests.net.recording import text
from tests.net.rooms import NAMES, ROOMS


def _offers(model: Model) -> Iterator[str]:
    now = controls(model)
    for way, offered in (("tap", now.taps), ("hold", now.holds)):
        for control in sorted(offered):
            yield f"{way} {control}: {_offer(offered[control])}"
    yield f"dial: {now.dial}"


def _offer(offer: Binding) -> str:
    said = [repr(offer.label), text(offer.message)]
    said += [f"tile={text(offer.tile)}"] if offer.tile else []
    said += [f"sun={offer.sun}"] if offer.sun else []
    marks = {
        "unlit": not offer.is_lit,
        "silent": offer.is_silent,
        "follows the tap": offer.follows_tap,
    }
    return " ".join([*said, *(mark for mark, is_so in marks.items() if is_so)])


def _keys(model: Model) -> Iterator[str]:
    means = keys(model)
    for key in sorted(means):
        yield f"key {key!r}: {text(means[key])}"


def _lamps(model: Model) -> Iterator[str]:
    bright = lamps(model)
    yield "lamps " + " ".join(f"{lamp}={bright[lamp]:g}" for lamp in LAMPS if lamp in bright)


def _aloud(model: Model) -> Iterator[str]:
    yield from (f"news: {said}" for said in news(None, model, ENGLISH))
    yield from (f"table: {said}" for said in whole_table(model, ENGLISH))


_TOLD: tuple[Callable[[Model], Iterator[str]], ...] = (_offers, _keys, _lamps, _aloud)


def _told(page: str, players: int) -> list[str]:
    """Return everything about a page but its picture, a line for each."""
    model = ROOMS[page](players, NAMES)
    lines = [f"asks {text(prompt(model))}", f"next deadline {next_deadline(model)}"]
    for part in _TOLD:
        try:
            lines += part(model)
        except Exception as why:  # noqa: BLE001 - whatever is wrong is written down as well
            lines += [f"{part.__name__} raises {type(why).__name__}: {why}"]
    return lines


@pytest.mark.parametrize("page", ROOMS)
def test_a_page_asks_offers_lights_and_says_what_it_did(page: str, golden_text: GoldenText) -> None:
    usual = _told(page, PLAYERS)
    lines = [f"{PLAYERS} players", *usual]
    for players in (2, 4, 5):
        now = _told(page, players)
        lines += [f"{players} players, otherwise"]
        lines += [f"- {line}" for line in usual if line not in now]
        lines += [f"+ {line}" for line in now if line not in usual]
    golden_text("\n".join(lines) + "\n", f"offers/{page.replace(' ', '-')}")
