"""What the keys of a keyboard do now: one key for every kind of tile and every sun."""

from collections.abc import Mapping

from companion.core import (
    adding_up,
    at_joining,
    at_light,
    cafe,
    looking_back,
    putting_right,
    whose_turn,
    workshop,
)
from companion.core.controls import controls
from companion.core.light_table import LightTable
from companion.core.mending import Mending
from companion.core.messages import (
    Agree,
    BringBack,
    ChooseLoss,
    GoTo,
    Message,
    Next,
    Play,
    ReadTable,
    RestPass,
    ShowCard,
    TakeBack,
    TakeSun,
    Turn,
    UseGods,
)
from companion.core.mnemonics import SUN_KEYS, named_tiles
from companion.core.model import (
    About,
    Agreeing,
    AtTable,
    Dealing,
    Finale,
    History,
    Menu,
    Model,
    Rules,
    Scoring,
    Seating,
    Welcome,
    Worth,
)
from companion.core.offers import PLAYER_CONTROLS, Controls, Offer
from companion.core.options import rows
from companion.core.page import Page
from companion.core.picks import PickGod
from companion.rules.actions import DRAWS, END_GODS, GODS, INVOKE, PASS
from companion.rules.model import Auction, Disaster, Phase

INVOKE_KEY, GOD_KEY = "i", "q"
CARD_KEY = "?"
READING_KEY = "f2"
"""Reads the table aloud; none that types a letter is free."""

UNDER_WAY_KEY = "f4"
"""Says that the game has begun already; none that types a letter is free."""

WRONG_KEY = "x"
"""In the history: this entry was wrong."""

AGAIN_KEY, HISTORY_KEY = "r", "h"
"""Before and after a game: the same people again, and looking through the game."""

REDO_KEY = "f11"
"""At the table: brings back what was taken back, whatever OK says."""


def held_keys(page: Page) -> Mapping[str, str]:
    """Return the keys that do at once what a button does that is held."""
    if isinstance(page, AtTable | LightTable):
        return {"f10": "undo"}
    return {"tab": "ok", "end": "ra"} if isinstance(page, Scoring | Finale) else {}


_CONTROLS = {"return": "ok", "enter": "ok", "backspace": "undo", "z": "undo"}
_TURNS = {"left": -1, "up": -1, "right": 1, "down": 1}


def keys(model: Model) -> Mapping[str, Message]:
    """Return what each key does now, by the name the key has in pygame or by what it types."""
    return {
        CARD_KEY: ShowCard(),
        **cafe.KEYS,
        **(at_light.keys(model) or at_joining.keys(model) or _of_page(model)),
        **_held(model),
        **_redo(model),
    }


def _redo(model: Model) -> dict[str, Message]:
    is_there = model.can_bring_back and isinstance(model.page, AtTable | LightTable)
    return {REDO_KEY: BringBack()} if is_there else {}


def _held(model: Model) -> dict[str, Message]:
    named = held_keys(model.page)
    holds = controls(model).holds if named else {}
    return {key: holds[control].message for key, control in named.items() if control in holds}


def _of_page(model: Model) -> Mapping[str, Message]:  # noqa: C901 - a line for each page
    page = model.page
    for own in (cafe.keys, looking_back.keys, workshop.keys, putting_right.keys, adding_up.keys):
        found = own(model)
        if found is not None:
            return found
    now = controls(model)
    if isinstance(page, Seating):
        back = {"escape": _tap(now, "undo")} | (_turns() if now.dial else {})
        under_way = {UNDER_WAY_KEY: now.holds["ra"].message} if "ra" in now.holds else {}
        begin = {"return": _tap(now, "ra"), "tab": _tap(now, "ok")}
        return _players(now) | back | begin | under_way
    common = _turns()
    common[READING_KEY] = ReadTable()
    common |= {key: _tap(now, control) for key, control in _CONTROLS.items()
               if control in now.taps}  # fmt: skip
    if "dial" in now.taps and not whose_turn.is_mark(_tap(now, "dial")):
        common["space"] = _tap(now, "dial")
    if isinstance(page, AtTable):
        common[putting_right.FIX_KEY] = GoTo(Mending())
        return common | {"escape": GoTo(Menu())} | _at_table(model, page)
    if isinstance(page, Agreeing):
        common |= _values(model, page)
    if isinstance(page, Dealing):
        common["return"] = _tap(now, "ra")
    if isinstance(page, Worth):
        return _players(now) | common | {"escape": Next()}
    if isinstance(page, History) and "p3" in now.taps:
        common[WRONG_KEY] = _tap(now, "p3")
    if isinstance(page, Menu | About | History | Rules):
        return common | {"escape": Next()}
    if isinstance(page, Scoring | Finale):
        common |= {"escape": GoTo(Menu()), "space": _tap(now, "ok")}
        return _players(now) | common | (_at_the_end(now) if isinstance(page, Finale) else {})
    if isinstance(page, Welcome):
        common[adding_up.SCORE_KEY] = adding_up.score_a_table(model).message
    leaving: Message = _tap(now, "undo") if isinstance(page, Agreeing | Dealing) else GoTo(Menu())
    return _players(now) | common | {"escape": leaving, AGAIN_KEY: _tap(now, "ra")}


def _turns() -> dict[str, Message]:
    """Return the arrows: they do what the dial does."""
    return {key: Turn(steps) for key, steps in _TURNS.items()}


def _values(model: Model, page: Agreeing) -> dict[str, Message]:
    """Return the arrows to the sides: the value before and the one after, as they stand there."""
    row = rows(model.agreement, len(page.guests))[page.row]
    return {"left": Agree(row.following(-1)), "right": Agree(row.following(1))}


def _at_the_end(now: Controls) -> dict[str, Message]:
    """Return the letters for what Ra does when all places are revealed, and for looking back."""
    if "undo" not in now.holds:
        return {}
    return {AGAIN_KEY: _tap(now, "ra"), HISTORY_KEY: now.holds["undo"].message}


def _tap(now: Controls, control: str) -> Message:
    offer: Offer | None = now.taps.get(control)
    return Next() if offer is None else offer.message


def _players(now: Controls) -> dict[str, Message]:
    return {
        str(number): now.taps[control].message
        for number, control in enumerate(PLAYER_CONTROLS, start=1)
        if control in now.taps
    }


def _at_table(model: Model, page: AtTable) -> dict[str, Message]:
    stage = model.game.stage
    if isinstance(stage, Auction):
        bids: dict[str, Message] = {key: TakeSun(sun) for key, sun in SUN_KEYS.items()}
        return bids | {"space": Play(PASS), "return": _bid_or_rest(model)}
    if isinstance(stage, Disaster):
        return {key: ChooseLoss(tile) for key, tile in named_tiles(model.tile_keys).items()}
    slots: dict[str, Message] = {str(slot + 1): Play(god) for slot, god in enumerate(GODS)}
    if stage is Phase.GODS:
        return slots | {GOD_KEY: UseGods(), "return": Play(END_GODS)}
    if isinstance(page.pick, PickGod):
        return slots | {GOD_KEY: TakeBack()}
    draws: dict[str, Message] = {
        key: Play(DRAWS[tile]) for key, tile in named_tiles(model.tile_keys).items()
    }
    marks = whose_turn.by_keys(model)
    return draws | marks | {INVOKE_KEY: Play(INVOKE), GOD_KEY: UseGods()}


def _bid_or_rest(model: Model) -> Message:
    offer = controls(model).taps.get("ok")
    return RestPass() if offer is None else offer.message
