"""What hands do at the table of which not everything is told.

One gesture for each thing that happens there: Ra for a Ra tile, the own button up to the sun that
was won with, OK if nobody took the lot. What cannot be is refused in words, and nothing else is
ever asked.
"""

from collections.abc import Callable, Iterator, Mapping
from math import inf
from typing import Any

from msgspec.structs import replace

from companion.core import peeking, whose_turn
from companion.core.adding_up import tallying
from companion.core.asked import Prompt
from companion.core.at_table import add_redo
from companion.core.counting import of_ledger
from companion.core.effects import Effect
from companion.core.history import going_to
from companion.core.joining import Ask, Joining
from companion.core.light_table import (
    Asking,
    LightPick,
    LightTable,
    Stepped,
    Telling,
    is_at_auction,
    owner,
    ring,
    said_by,
    tellable,
    winning_suns,
)
from companion.core.mending import Mending
from companion.core.messages import (
    BringBack,
    ChooseLoss,
    Enter,
    GoTo,
    Message,
    OpenGroup,
    Play,
    Push,
    ReadTable,
    RestPass,
    StepSun,
    StepTogether,
    TakeBack,
    TakeSun,
    Turn,
    UseGods,
    WinSun,
)
from companion.core.mnemonics import RESERVED, SUN_KEYS, TILE_KEYS
from companion.core.model import Menu, Model
from companion.core.notices import Notes, Notice
from companion.core.offers import Controls, Offer
from companion.core.playing import enter_exactly, refused, saying
from companion.core.playing import take_back as take_back_entries
from companion.core.ring import reached, stepped
from companion.rules.actions import DRAWS, INVOKE, UNSOLD, Level
from companion.rules.editions import Seat
from companion.rules.ledger import END_EPOCH, Ledger, Wait
from companion.rules.light import Entry, why_not
from companion.rules.refusal import Refusal, Why
from companion.rules.tiles import Tile
from companion.words import mark

Update = tuple[Model, tuple[Effect, ...]]

RA_TILE = DRAWS[Tile.RA]
INVOKE_KEY = RESERVED[0]
END_KEY = "end"
"""Says that the epoch is over; every letter may be a sun."""


def ledger_of(model: Model) -> Ledger:
    """Return what is known of the table.

    Raises:
        LookupError: Everything is known, or no game is on the table.
    """
    ledger = None if model.timeline is None else model.timeline.ledger
    if ledger is None:
        raise LookupError("no table at a lower level")
    return ledger


def is_at_light(model: Model) -> bool:
    """Whether there is a table of which not everything is told."""
    return model.timeline is not None and model.timeline.ledger is not None


def controls(model: Model, page: LightTable) -> Controls:
    """Return what every control does."""
    timeline, ledger, pick = model.timeline, ledger_of(model), page.pick
    able = tellable(ledger)
    taps: dict[str, Offer] = {
        f"p{model.buttons[seat] + 1}": Offer(
            StepSun(seat), "Sun", is_lit=bool(winning_suns(ledger, seat))
        )
        for seat in ledger.setup.seats
    }
    taps |= whose_turn.by_dial(model)
    taps["ra"] = Offer(Play(RA_TILE), tile=Tile.RA, is_lit=RA_TILE in able)
    undo = Offer(TakeBack(), "Undo", is_lit=bool(timeline and timeline.moments))
    if pick is not None:
        taps["ok"] = taps["dial"] = _chosen(pick)
        undo = Offer(TakeBack(), "Back")
    elif is_at_auction(ledger):
        taps["ok"] = Offer(Play(UNSOLD), "Nobody", is_lit=UNSOLD in able)
    elif ledger.level is Level.SCORE_ONLY and END_EPOCH in able:
        taps["ok"] = Offer(Enter(END_EPOCH), "The epoch is over")
    elif ledger.stage is Wait.TALLY:
        unknown = Joining(Ask.EPOCH, ledger.level)
        counting = tallying(model) or of_ledger(ledger)
        taps["ok"] = Offer(GoTo(unknown if ledger.epoch is None else counting), "Count")
    else:
        taps["ok"] = Offer(BringBack(), "Redo", is_lit=model.can_bring_back)
    taps["undo"] = undo
    if model.can_bring_back:
        add_redo(taps, is_choosing=pick is not None)
    holds = {
        "undo": Offer(GoTo(going_to(model)), "History"),
        "dial": Offer(GoTo(Menu()), "Menu"),
        "ok": Offer(GoTo(Mending()), "Fix"),
    }
    if INVOKE in able:
        holds["ra"] = Offer(Play(INVOKE), "Call Ra")
    own = {} if is_at_auction(ledger) else peeking.peeks(model)
    return Controls(taps, {**own, **holds}, mark("Choose") if able else "")


def _chosen(pick: LightPick) -> Offer:
    if isinstance(pick, Stepped):
        return Offer(Push(), "Take it", sun=pick.sun)
    return Offer(Push(), _YES[pick.telling])


_YES = {
    Telling.RA_TILE: mark("A Ra tile"),
    Telling.CALLED: mark("Ra was called"),
    Telling.NOBODY: mark("Nobody"),
    Telling.EPOCH_OVER: mark("The epoch is over"),
}


def keys(model: Model) -> Mapping[str, Message] | None:
    """Return what keys do on this page; None on any other.

    Letters are suns; the key of the Ra tile is one too, and means it in an auction.
    """
    if not isinstance(model.page, LightTable):
        return None
    now = controls(model, model.page)
    found: dict[str, Message] = {key: TakeSun(sun) for key, sun in SUN_KEYS.items()}
    if not is_at_auction(ledger_of(model)):
        ra = model.tile_keys.get(Tile.RA, TILE_KEYS[Tile.RA])
        found |= {TILE_KEYS[Tile.RA]: Play(RA_TILE), ra: Play(RA_TILE), INVOKE_KEY: Play(INVOKE)}
    found |= whose_turn.by_keys(model)
    found |= {END_KEY: Enter(END_EPOCH), "escape": GoTo(Menu()), "tab": GoTo(Mending())}
    found |= {"left": Turn(-1), "up": Turn(-1), "right": Turn(1), "down": Turn(1)}
    found |= dict.fromkeys(("return", "enter", "space"), now.taps["ok"].message)
    found |= dict.fromkeys(("backspace", "z"), now.taps["undo"].message)
    return found | {"f2": ReadTable()}


def prompt(model: Model, page: LightTable) -> Prompt:
    """Return what is asked."""
    ledger, pick = ledger_of(model), page.pick
    if isinstance(pick, Asking):
        return Prompt(pick.telling.value)
    if isinstance(pick, Stepped):
        seat = owner(ledger, pick.sun) if pick.seat is None else pick.seat
        if seat is None:
            return Prompt("Does sun {sun} lie in the centre now?", {"sun": pick.sun})
        return Prompt(
            "{player} wins with {sun}?", {"player": ledger.name(seat), "sun": pick.sun}, seat
        )
    if ledger.level is Level.SCORE_ONLY and ledger.stage is Wait.TURN:
        return Prompt("Only points are kept. Say when the epoch is over")
    if ledger.stage is Wait.TURN and ledger.active is not None:
        name = ledger.name(ledger.active)
        return Prompt("{name}: Ra tile, or who won?", {"name": name}, ledger.active)
    return Prompt(_ASKED[ledger.stage])


_ASKED = {
    Wait.TURN: mark("A Ra tile, or who won with which sun?"),
    Wait.DRAWN: mark("Which sun lies in the centre now?"),
    Wait.CALLED: mark("Which sun lies in the centre now?"),
    Wait.TALLY: mark("The epoch is over: count what everybody has"),
    Wait.OVER: mark("The game is over"),
}


def by_one_button(model: Model) -> Iterator[Offer]:
    """Yield what only the dial and players' own buttons reach: suns, and the end of the epoch."""
    if not isinstance(model.page, LightTable):
        return
    ledger = ledger_of(model)
    yield from (Offer(TakeSun(sun), sun=sun) for sun in winning_suns(ledger))
    if END_EPOCH in tellable(ledger):
        yield Offer(Enter(END_EPOCH), _YES[Telling.EPOCH_OVER])


def _at(model: Model, pick: LightPick | None) -> Update:
    return replace(model, page=LightTable(pick)), ()


def turn(model: Model, page: LightTable, steps: int) -> Update:
    """Turn the dial along the suns and whatever else can be told."""
    found = ring(ledger_of(model))
    if not found:
        return model, ()
    now = page.pick
    if isinstance(now, Stepped):
        now = Stepped(now.sun, inf)
    return _at(model, reached(found, now, steps))


def push(model: Model, page: LightTable) -> Update:
    """Tell what is pointed at."""
    return (model, ()) if page.pick is None else tell(model, said_by(page.pick))


def tell(model: Model, entry: Entry) -> Update:
    """Enter one thing that people tell."""
    return enter_exactly(model, Enter(entry))


def step_sun(model: Model, message: StepSun) -> Update:
    """Step to the next sun that this player can have won with, the lowest first."""
    ledger, seat = ledger_of(model), message.seat
    if seat not in ledger.setup.seats:
        return refused(model, Notice(Notes.NOT_NOW))
    suns = winning_suns(ledger, seat)
    if not suns:
        return refused(model, _why_none(ledger, seat))
    pick = model.page.pick if isinstance(model.page, LightTable) else None
    sun = suns[0]
    if isinstance(pick, Stepped) and pick.seat == seat and pick.sun in suns:
        sun = stepped(suns, pick.sun)
    return _at(model, Stepped(sun, model.now, seat))


def _why_none(ledger: Ledger, seat: Seat) -> Refusal | Notice:
    if ledger.level is Level.SCORE_ONLY or ledger.stage not in _PLAYING:
        return why_not(ledger, INVOKE)
    return Notice(Notes.NO_MORE_SUNS, {"name": ledger.name(seat)})


_PLAYING = (Wait.TURN, Wait.DRAWN, Wait.CALLED)


def step_together(model: Model, message: StepTogether) -> Update:
    """Say that two players have pressed at once; the first of them has stepped already."""
    names, (first, second) = ledger_of(model).setup.players, message.seats
    if max(first, second) >= len(names):
        return refused(model, Notice(Notes.NOT_NOW))
    return saying(model, Notice(Notes.TOGETHER, {"name": names[first], "other": names[second]})), ()


def take_sun(model: Model, message: TakeSun) -> Update:
    """Tell that this sun was won with."""
    return tell(model, said_by(Stepped(message.sun, inf)))


def rest_pass(model: Model, _: RestPass) -> Update:
    """Tell that nobody has won."""
    return tell(model, UNSOLD)


def take_back(model: Model, message: TakeBack) -> Update:
    """Give up what is half chosen; else take back the last entries."""
    if isinstance(model.page, LightTable) and model.page.pick is not None:
        return _at(model, None)
    return take_back_entries(model, message)


def _unfit(model: Model, _: object) -> Update:
    """Refuse what only the full level knows."""
    is_scored = ledger_of(model).level is Level.SCORE_ONLY
    return refused(model, Refusal(Why.SCORES_ONLY if is_scored else Why.NOT_AT_LIGHT, {}))


def deadline(model: Model) -> float | None:
    """Return when a sun that was stepped to has stood long enough, in monotonic seconds."""
    seconds = model.preferences.sun_commit_seconds
    pick = model.page.pick if isinstance(model.page, LightTable) else None
    if isinstance(pick, Stepped) and seconds and pick.since < inf:
        return pick.since + seconds
    return None


def waiting(model: Model) -> Model:
    """Return the model with a sun that was stepped to waiting for OK: time does not try again."""
    if isinstance(model.page, LightTable) and isinstance(model.page.pick, Stepped):
        return replace(model, page=LightTable(replace(model.page.pick, since=inf)))
    return model


UPDATES: Mapping[type, Callable[[Model, Any], Update]] = {
    StepSun: step_sun,
    StepTogether: step_together,
    TakeSun: take_sun,
    RestPass: rest_pass,
    TakeBack: take_back,
    **dict.fromkeys((OpenGroup, WinSun, UseGods, ChooseLoss), _unfit),
}
"""What messages mean at this table that mean something else where every tile is entered."""
