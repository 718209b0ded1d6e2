"""What every control does now: the one source of soft labels, lamps, and what a press means."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from companion.core import (
    adding_up,
    at_joining,
    at_light,
    at_table,
    cafe,
    looking_back,
    peeking,
    putting_right,
    revealing,
    stopping,
    workshop,
)
from companion.core.history import going_to, length
from companion.core.house import Attract
from companion.core.joining import BeginUnderWay, Joining
from companion.core.light_table import LightTable
from companion.core.menu import entries
from companion.core.messages import (
    Begin,
    BringBack,
    GoOn,
    GoTo,
    Join,
    Leave,
    Message,
    Next,
    Push,
    Rematch,
    SetGroup,
    TakeBack,
    TakePointed,
    Turn,
)
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
    Secrecy,
    Stopping,
    Welcome,
    Worth,
)
from companion.core.offers import PLAYER_CONTROLS, Controls, Offer, player_control
from companion.core.reading import rules_controls, with_card, worth_controls
from companion.rules.model import LAST_EPOCH
from companion.words import mark


def controls(model: Model) -> Controls:
    """Return what every control does now."""
    offered = with_card(model, _pages()[type(model.page)](model, model.page))
    return _by_one_button(offered) if model.preferences.scan_seconds else offered


def _by_one_button(offered: Controls) -> Controls:
    """Return the same with the Ra button for all of it: it takes what is pointed at."""
    holds = {control: offer for control, offer in offered.holds.items() if control != "ra"}
    return Controls({**offered.taps, "ra": Offer(TakePointed(), "Take it")}, holds, offered.dial)


def _welcome(model: Model, _: Welcome) -> Controls:
    taps: dict[str, Offer] = dict(_joins())
    taps["undo"] = Offer(GoTo(Rules()), "The rules")
    if model.last_guests:
        taps["ra"] = Offer(Rematch(), "The same people again")
    if model.kept:
        taps["ok"] = Offer(GoOn(), "The kept game")
    holds = {"dial": Offer(GoTo(Menu()), "Menu"), "undo": adding_up.score_a_table(model)}
    return Controls(taps, holds, mark("Language"))


def _joins() -> Mapping[str, Offer]:
    return {
        control: Offer(Join(button), "I play") for button, control in enumerate(PLAYER_CONTROLS)
    }


def _seating(_: Model, page: Seating) -> Controls:
    enough = len(page.guests) > 1
    taps = {
        **_joins(),
        "ra": Offer(Begin(), "Begin", is_lit=enough),
        "ok": Offer(GoTo(Agreeing(page.guests)), "Options", is_lit=enough),
        "undo": Offer(Leave(), "Back"),
    }
    holds = {"ra": Offer(BeginUnderWay(), "The game has begun already", is_lit=enough)}
    return Controls(taps, holds, "" if page.editing is None else mark("Name"))


def _agreeing(_: Model, page: Agreeing) -> Controls:
    push = Offer(Push(), "Change")
    taps = {
        "ra": Offer(Begin(), "Begin"),
        "ok": push,
        "dial": push,
        "undo": Offer(GoTo(Seating(page.guests)), "Back"),
    }
    return Controls(taps, {}, mark("Choose"))


def _dealing(_: Model, page: Dealing) -> Controls:
    groups = {
        PLAYER_CONTROLS[guest.button]: Offer(SetGroup(place), "Next group")
        for place, guest in enumerate(page.guests)
    }
    distinct = len(set(page.groups)) == len(page.groups)
    taps = {
        **groups,
        "ra": Offer(Begin(), "Begin", is_lit=distinct),
        "undo": Offer(GoTo(Agreeing(page.guests)), "Back"),
    }
    return Controls(taps)


def _scoring(model: Model, page: Scoring) -> Controls:
    if page.hidden:
        reveal = Offer(Next(), "Reveal")
        hidden: dict[str, Offer] = {"ok": reveal, "ra": reveal, "undo": Offer(TakeBack(), "Undo")}
        return Controls(hidden, {"ra": Offer(GoTo(Scoring()), "Points"), "ok": at_table.fix()})
    shown = () if model.agreement.secrecy is Secrecy.SEALED else model.game.setup.seats
    taps: dict[str, Offer] = {
        player_control(model, seat): Offer(
            GoTo(Scoring(None if page.reasons_for == seat else seat)), "Why?"
        )
        for seat in shown
    }
    go_on = Offer(Next(), "Go on")
    taps |= {"ok": go_on, "ra": go_on, "undo": Offer(TakeBack(), "Undo")}
    return Controls(taps, {**peeking.peeks(model), "ok": at_table.fix()})


def _finale(model: Model, page: Finale) -> Controls:
    players = len(model.game.players)
    if page.revealed < players:
        reveal = Offer(Next(), "Reveal")
        skip = Offer(GoTo(Finale(players)), "The result")
        taps = {"ok": reveal, "ra": reveal, "undo": Offer(TakeBack(), "Undo")}
        return Controls(taps, {"ra": skip, "ok": replace(skip, is_silent=True)})
    if page.revealed > players + 1:
        return looking_back.on_leaf(model)
    revealed = page.revealed == players
    points = Offer(GoTo(Finale(players + 1)), "Points")
    return Controls(
        {
            "ra": Offer(Rematch(), "Rematch"),
            "ok": points if revealed else Offer(Leave(), "Leave"),
            "undo": Offer(TakeBack(), "Undo"),
            **(looking_back.of_the_end(model) if revealed else {}),
            **(_reasons(model, page) if page.revealed == players + 1 else {}),
        },
        {
            "undo": Offer(GoTo(going_to(model)), "History"),
            "ok": replace(
                at_table.fix(), is_silent=not revealed
            ),  # the bars say it; here History has room
        },
    )


def _reasons(model: Model, page: Finale) -> Mapping[str, Offer]:
    """Return for each player's button their reasons: of the last epoch, then of the one before."""
    offers = {}
    for seat in model.game.setup.seats:
        epochs = revealing.explained(model.timeline, seat)
        if not epochs:
            continue
        own = page.epoch if page.reasons_for == seat else LAST_EPOCH + 1
        earlier = next((epoch for epoch in epochs if epoch < own), None)
        after = Finale(page.revealed)
        if earlier is not None:
            after = replace(page, reasons_for=seat, epoch=earlier)
        offers[player_control(model, seat)] = Offer(GoTo(after), "Why?")
    return offers


def _history(model: Model, page: History) -> Controls:
    here = len(model.timeline.moments) if model.timeline else 0
    message: Message = Next()
    if page.at < here:
        message = TakeBack(here - page.at)
    elif page.at > here:
        message = BringBack(page.at - here)
    taps = {
        "undo": Offer(Turn(-1), "Back", is_lit=page.at > 0),
        "ok": Offer(message, "Go on from here"),
        "dial": Offer(message, "Go on from here"),
        "ra": Offer(Next(), "Back to the table"),
        "p1": Offer(Turn(-1), "Back", is_lit=page.at > 0),
        "p2": Offer(Turn(1), "Forward", is_lit=page.at < length(model)),
    }
    wrong = putting_right.correcting_at(model, page.at)
    if wrong is not None:
        taps["p3"] = Offer(GoTo(wrong), "This was wrong")
    return Controls(taps, {}, mark("Through the game"))


def _menu(model: Model, page: Menu) -> Controls:
    chosen = entries(model)[page.row]
    push = Offer(Push(), chosen.label)
    back = Offer(Next(), "Back")
    return Controls({"ok": push, "dial": push, "undo": back, "ra": back}, {}, mark("Choose"))


def _about(_model: Model, _page: About) -> Controls:
    back = Offer(Next(), "Back")
    return Controls(dict.fromkeys(("ok", "undo", "ra", "dial"), back))


@cache
def _pages() -> dict[type, Callable[[Model, Any], Controls]]:
    return {
        Welcome: _welcome,
        Seating: _seating,
        Agreeing: _agreeing,
        Dealing: _dealing,
        AtTable: at_table.controls,
        LightTable: at_light.controls,
        Joining: at_joining.controls,
        Stopping: stopping.controls,
        Scoring: _scoring,
        Finale: _finale,
        History: _history,
        Menu: _menu,
        About: _about,
        Attract: lambda model, _: cafe.attracting(_welcome(model, Welcome())),
        **cafe.CONTROLS,
        **dict.fromkeys(looking_back.PAGES, looking_back.controls),
        **workshop.CONTROLS,
        **dict.fromkeys(putting_right.PAGES, putting_right.controls),
        **dict.fromkeys(adding_up.PAGES, adding_up.controls),
        Rules: rules_controls,
        Worth: worth_controls,
    }
