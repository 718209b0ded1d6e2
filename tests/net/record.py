"""``python -m tests.net.record FILE``: what every page of the gallery shows, offers and does.

A page is a mapping from what was looked at to a text, so that two revisions can be compared:
``tests/net/compare.py`` runs this in both. What is offered is called by the gesture, which stays
the same when messages become others.
"""

import argparse
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path

import msgspec

from companion.core.commands import Binding
from companion.core.messages import Message
from companion.core.model import Model
from companion.i18n import ENGLISH
from companion.pages.controls import controls, keys, prompt
from companion.pages.render import LAMPS, lamps
from companion.pages.score_sheet.tally import SheetTally
from companion.pages.update import next_deadline, update
from companion.speaking.announcing import news, whole_table
from companion.ui.scene import Text
from tests.net.every_message import everything
from tests.net.recording import outcome, text
from tests.net.rooms import NAMES, ROOMS
from tests.view.gallery import shown
from tests.view.listing import listed

SIZES = ((480, 320), (800, 480), (1280, 720), (480, 800))

USUAL, PLAYERS = 3, (3, 2, 5)
"""Messages are sent to a table of three; what is offered there is looked at for others, too."""

Found = Iterator[tuple[str, str]]
"""What was looked at, and what is there."""


def model_of(page: str, players: int) -> Model:
    """Return a page of the gallery, in a state in which it may be found at a table."""
    model = ROOMS[page](players, NAMES)
    if isinstance(model.page, SheetTally):  # the first message would say that it is
        return model.with_pending(counting=model.page)
    return model


def offers(page: str) -> Found:
    """Yield what a page asks, offers, lights and says aloud."""
    for players in PLAYERS:
        model = model_of(page, players)
        at = f"{players} players, "
        bright = lamps(model)
        yield f"{at}asks", text(prompt(model))
        yield f"{at}lamps", " ".join(f"{lamp}={bright[lamp]:g}" for lamp in LAMPS if lamp in bright)
        yield f"{at}deadline", str(next_deadline(model))
        yield f"{at}news", " / ".join(news(None, model, ENGLISH))
        yield f"{at}read aloud", " / ".join(whole_table(model, ENGLISH))
        yield f"{at}dial", str(controls(model).dial)
        for gesture, offered in _offered(model):
            yield f"{at}{gesture}", offered
        yield f"{at}keys", " ".join(sorted(map(repr, keys(model))))


def _offered(model: Model) -> Found:
    now = controls(model)
    for way, by_control in (("tap", now.taps), ("hold", now.holds)):
        for control, binding in sorted(by_control.items()):
            yield f"{way} {control}", _label(binding)


def _label(binding: Binding) -> str:
    words = [repr(binding.label)]
    words += [f"tile {text(binding.tile)}"] if binding.tile else []
    words += [f"sun {binding.sun}"] if binding.sun else []
    marks = {"dark": not binding.is_lit, "silent": binding.is_silent}
    return " ".join([*words, *(mark for mark, is_so in marks.items() if is_so)])


def gestures(model: Model) -> dict[str, Message]:
    """Return what buttons, keys and fingers mean."""
    now = controls(model)
    targets = shown(model).targets
    return {
        **{f"tap {control}": each.message for control, each in now.taps.items()},
        **{f"hold {control}": each.message for control, each in now.holds.items()},
        **{f"key {key!r}": message for key, message in keys(model).items()},
        **{f"touch {each.rect.x},{each.rect.y}": each.message for each in targets},
    }


def does(page: str) -> Found:
    """Yield what every gesture does to the model, and to the picture."""
    model = model_of(page, USUAL)
    before = _words(model)
    known: dict[str, tuple[str, str]] = {}  # button, key and finger often mean the same
    for gesture, message in sorted(gestures(model).items()):
        said = text(message)
        if said not in known:
            known[said] = outcome(model, message), _seen(model, before, message)
        does, shows = known[said]
        yield f"does {gesture}", does
        yield f"shows {gesture}", shows


def _seen(model: Model, before: Counter[str], message: Message) -> str:
    try:
        after, _ = update(model, message)
        words = _words(after)
    except Exception as why:  # noqa: BLE001 - whatever is wrong is compared as well
        return f"raises {type(why).__name__}: {why}"
    new, gone = (sorted(each.elements()) for each in (words - before, before - words))
    lines = [type(after.page).__name__, *(f"new: {each}" for each in new)]
    return "\n".join([*lines, *(f"gone: {each}" for each in gone)])


def _words(model: Model) -> Counter[str]:
    return Counter(item.text for item in shown(model).items if isinstance(item, Text))


def messages(page: str) -> Found:
    """Yield what every message does, whether it is offered or not, also in a kiosk."""
    usual = model_of(page, USUAL)
    turned = usual.with_preferences(kiosk=not usual.preferences.kiosk)
    for where, model in (("", usual), (", kiosk turned", turned)):
        for name, message in everything(model).items():
            yield f"message {name}{where}", outcome(model, message)


def lists(page: str) -> Found:
    """Yield what is drawn at several sizes."""
    for players, size in product(PLAYERS[:1], SIZES):
        try:
            drawn = "\n".join(_items(listed(shown(model_of(page, players), size))))
        except Exception as why:  # noqa: BLE001 - the same
            drawn = f"raises {type(why).__name__}: {why}"
        yield f"picture {size[0]}x{size[1]}", drawn


def _items(drawn: str) -> Iterator[str]:
    for line in drawn.splitlines():
        yield " ".join(line.split(" ")[:3]) if line.startswith("touch ") else line


PARTS: Mapping[str, Callable[[str], Found]] = {
    "offers": offers,
    "does": does,
    "messages": messages,
    "pictures": lists,
}


def recorded(page: str, parts: Iterable[str]) -> dict[str, str]:
    """Return everything about a page."""
    found: dict[str, str] = {}
    for part in parts:
        try:
            found |= PARTS[part](page)
        except Exception as why:  # noqa: BLE001 - the same
            found[part] = f"raises {type(why).__name__}: {why}"
    return found


def main() -> None:
    """Look at all pages and write down what was seen."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--parts", nargs="*", default=list(PARTS))
    parser.add_argument("--pages", nargs="*", default=[])
    asked = parser.parse_args()
    pages = [page for page in ROOMS if not asked.pages or page in asked.pages]
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        found = pool.map(recorded, pages, [asked.parts] * len(pages), chunksize=4)
        by_page = dict(zip(pages, found, strict=True))
    asked.file.write_bytes(msgspec.json.encode(by_page))


if __name__ == "__main__":
    main()
