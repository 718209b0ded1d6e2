"""What can be done on a phone, and what it means at the table: the messages of a press.

What was done on an older picture counts if it still means the same; else nothing happens, and the
phone is told why. Nothing of it disturbs the people who look at the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.core.commands import PLAYER_CONTROLS, Binding, Control
from companion.core.effects import Dispatch, Effect, Update, do
from companion.core.messages import CallPass, Enter, Message, Play, TakeBack, TakeSun
from companion.core.model import Answer, LastDeed, Model, machine_strength
from companion.core.notices import Notes, Notice
from companion.core.page import Room
from companion.pages import update as pages_update
from companion.pages.controls import controls
from companion.pages.corrections.fix_entry import FixEntry, Option, OptionKind, decided
from companion.pages.partial.partial_table import PartialTable
from companion.pages.phones import join
from companion.pages.phones.join import ForgetPhones, PhoneDeed, PhonesLinked, PhonesSeated
from companion.pages.score_sheet.counts import MOST, PlayerCount
from companion.pages.score_sheet.tally import (
    SheetTally,
    asks_points,
    asks_suns,
    with_count,
    with_points,
)
from companion.pages.scoring.finale import Finale
from companion.pages.table import auction, settled
from companion.pages.table.playing import is_ended_by_itself
from companion.pages.table.seat import is_shown
from companion.rules.actions import (
    DRAWS,
    END_GODS,
    GODS,
    INVOKE,
    TRACK_SPACES,
    Action,
    Bid,
    Discard,
    Draw,
    EndGods,
    Invoke,
    Pass,
    UseGod,
    Won,
)
from companion.rules.auction import Call
from companion.rules.checks import MOST_POINTS
from companion.rules.editions import Seat, Sun, suns_in_play
from companion.rules.events import EpochEnded, LotWon
from companion.rules.model import Game, Phase
from companion.rules.problems import Fact, Problem
from companion.rules.records.entries import Correct
from companion.rules.records.timeline import Seq, Step, Timeline
from companion.rules.tiles import DISASTERS, Tile, bundle_of

Refused = Problem | Notice

Button = Annotated[int, Meta(ge=0, le=4)]

_Name = Annotated[str, Meta(max_length=64)]

_Sun = Annotated[int, Meta(ge=1, le=16)]


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat, and the name of who sits down."""

    seat: Button
    name: _Name = ""


class Press(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A control of the table, as it was offered."""

    key: Literal["own", "ra", "ok"]
    on: Annotated[str, Meta(max_length=64)]
    """What was open at the table, see ``token``."""


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that somebody has at the end of an epoch."""

    tiles: Mapping[Tile, Annotated[int, Meta(ge=0, le=MOST)]]
    suns: Annotated[tuple[_Sun, ...], Meta(max_length=8)] = ()
    before: Annotated[int, Meta(ge=0, le=MOST_POINTS)] | None = None
    done: bool = False


class Fixed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody had drawn, won with or discarded, and which entry says otherwise."""

    at: Annotated[int, Meta(ge=0)]
    tile: Tile | None = None
    sun: _Sun | None = None
    tiles: Annotated[tuple[Tile, ...], Meta(max_length=8)] = ()


Meant = Message | Update | Refused


class Deed(msgspec.Struct, frozen=True):
    """One kind of thing that can be done on a phone."""

    given: Any
    """The type of what is chosen."""
    means: Callable[[Model, PhoneDeed], Meant]


def seat_of(model: Model, button: int | None) -> Seat | None:
    """Return the seat of a button in the game on the table; None if it has none."""
    buttons = model.session.buttons
    if model.session.timeline is None or button not in buttons:
        return None
    return Seat(buttons.index(button))


def _at_turn(
    means: Callable[[Model, Any], Message | Refused],
) -> Callable[[Model, PhoneDeed], Meant]:
    """Return what only the player who decides can do, on the newest picture.

    For a seat that the table plays anybody's hands do it.
    """

    def meant(model: Model, deed: PhoneDeed) -> Meant:
        seat = seat_of(model, deed.button)
        timeline = model.session.timeline
        if timeline is None or seat is None:
            return Notice(Notes.NOT_NOW)
        if deed.seen != timeline.seq:
            return Notice(Notes.PHONE_LATE)
        game = timeline.game
        is_machine = machine_strength(model, game.active) is not None
        if timeline.partial_game is None and game.active != seat and not is_machine:
            return Notice(Notes.PHONE_NOT_YOURS, {"name": game.name})
        return means(model, deed.given)

    return meant


def _auction_of(model: Model) -> int | None:
    """Return which entry began the auction that runs or was settled just now; None: none did."""
    now = auction.auction_now(model)
    if now is not None:
        return now.began
    past = settled.reopenable(model)
    return None if past is None else past.began


def _at_auction(
    means: Callable[[Model, Seat, Any], Message | Refused],
) -> Callable[[Model, PhoneDeed], Meant]:
    """Return what anybody can do in an auction, on any picture of the same one."""

    def meant(model: Model, deed: PhoneDeed) -> Meant:
        seat, began = seat_of(model, deed.button), _auction_of(model)
        timeline = model.session.timeline
        if timeline is None or seat is None:
            return Notice(Notes.NOT_NOW)
        if began is None or not began <= deed.seen <= timeline.seq:
            return Notice(Notes.PHONE_LATE)
        return means(model, seat, deed.given)

    return meant


def _bid(model: Model, seat: Seat, sun: int) -> Message | Refused:
    if sun not in model.game.players[seat].suns:
        return Notice(Notes.PHONE_LATE)
    return TakeSun(Sun(sun))


def _undo(model: Model, deed: PhoneDeed) -> Meant:
    timeline = model.session.timeline
    if timeline is None or not can_undo(model, deed.button):
        return Notice(Notes.PHONE_LATE)
    undone = undoable(model, deed.button)
    if not isinstance(undone, Call):
        return TakeBack(len(_taken_back(timeline.steps)))
    is_last = auction.auction_now(model) is None or undone == auction.last_call(model)
    return TakeBack() if is_last else auction.without(model, undone)


def can_undo(model: Model, button: int | None) -> bool:
    """Whether the last thing at the table is that of the owner of this button, or of their phone.

    Theirs is what they did with their own turn, bid or pass; on a phone people also play for the
    seats of the table.
    """
    seat, timeline = seat_of(model, button), model.session.timeline
    if seat is None or timeline is None:
        return False
    if isinstance(model.page, Finale):  # a touch would take all places away from those who look
        return False
    ends = any(isinstance(event, EpochEnded) for event in timeline.events)
    if ends and not model.page.is_reveal:  # people have their tokens and have begun anew
        return False
    match undoable(model, button):
        case Call(of, is_silent=is_silent):
            return of == seat and not is_silent
        case Step() as step:
            last = model.phones.last
            is_last = last is not None and (last.button, last.seq) == (button, step.seq)
            return is_last or _doer(step) == seat
        case None:
            return False


def undoable(model: Model, button: int | None) -> Call | Step | None:
    """Return what Undo takes back on a phone; None: nothing.

    It is the bid that leads, for whoever made it, whatever others have called since; else the last
    call of an auction, or the last entry. A settlement that somebody gave at the table is nobody's.
    """
    timeline, past = model.session.timeline, settled.last_result(model)
    now = auction.auction_now(model)
    if past is not None:
        last = past.calls[-1] if past.calls else None
        return last if last is not None and last.settles else None
    if now is not None and now.leader in now.calls and now.leader.seat == seat_of(model, button):
        return now.leader
    return auction.last_call(model) or (
        None if timeline is None else next(iter(_taken_back(timeline.steps)), None)
    )


def _taken_back(steps: Sequence[Step]) -> Sequence[Step]:
    """Return what Undo takes back together: what somebody did, and what came of it by itself.

    Without the auction's calls, as after something else was taken back, the passes that follow the
    bid that has won are such.
    """
    if is_ended_by_itself(steps):
        return steps[-2:]
    first = len(steps) - 1
    if steps and any(isinstance(event, LotWon) for event in steps[first].events):
        while first and isinstance(steps[first].action, Pass):
            first -= 1
    return steps[max(0, first) :]


def _doer(step: Step) -> Seat | None:
    """Return who did it; None where it was nobody alone."""
    if not isinstance(step.action, Draw | Invoke | UseGod | EndGods | Discard | Bid | Pass | Won):
        return None
    return next((each.seat for each in step.events if hasattr(each, "seat")), None)


class Drawn(NamedTuple):
    """A tile that somebody drew last, and that still lies on the auction track."""

    seq: Seq
    """The number of its entry."""
    space: int
    tile: Tile


def last_drawn(timeline: Timeline, seat: Seat) -> Drawn | None:
    """Return the tile that a player drew last, if it lies where they laid it; None: none does."""
    track = timeline.game.track
    for step in reversed(timeline.steps):
        if not any(step.game.track):
            return None
        if isinstance(step.action, Draw) and _doer(step) == seat:
            tile, laid = step.action.tile, [each for each in step.game.track if each]
            lies = bool(laid) and track[len(laid) - 1] is laid[-1] is tile
            return Drawn(step.seq, len(laid) - 1, tile) if lies else None
    return None


class OwnStep(NamedTuple):
    """What somebody did, and can put right though others have gone on."""

    step: Step
    before: Game
    """The table on which they did it."""


def own_past(timeline: Timeline, seat: Seat) -> tuple[OwnStep, ...]:
    """Return the lot that a player won last in this epoch, and what they discarded since.

    Once an epoch is scored people have their tokens, and only the table says otherwise.
    """
    found: list[OwnStep] = []
    numbers = Counter(step.seq for step in timeline.steps)
    games = (timeline.start, *(step.game for step in timeline.steps))
    for step, before in zip(reversed(timeline.steps), reversed(games[:-1]), strict=True):
        if any(isinstance(event, EpochEnded) for event in step.events):
            break
        is_won = any(isinstance(each, LotWon) and each.seat == seat for each in step.events)
        is_own = is_won or (isinstance(step.action, Discard) and _doer(step) == seat)
        if is_own and numbers[step.seq] == 1:  # else something was added there, and would be lost
            found.append(OwnStep(step, before))
        if is_won:
            break
    return tuple(found[::-1])


def _fix(model: Model, deed: PhoneDeed) -> Meant:
    fix: Fixed = deed.given  # type: ignore[assignment]
    timeline, seat = model.session.timeline, seat_of(model, deed.button)
    if timeline is None or seat is None or timeline.partial_game is not None:
        return Notice(Notes.NOT_NOW)
    meant = _instead(timeline, seat, fix)
    if meant is None:
        return Notice(Notes.PHONE_LATE)
    match decided(timeline, FixEntry(fix.at), Option(OptionKind.INSTEAD, meant)):
        case Correct() as correct:
            return Enter(correct)
        case FixEntry(why=Problem() as why):
            return why
        case _:
            return Notice(Notes.NOT_NOW)


def _instead(timeline: Timeline, seat: Seat, fix: Fixed) -> Action | None:
    """Return what an entry was instead; None: it is none that a player can put right so."""
    drawn = last_drawn(timeline, seat)
    if fix.tile is not None:
        return DRAWS[fix.tile] if drawn is not None and drawn.seq == fix.at else None
    done = next((each for each in own_past(timeline, seat) if each.step.seq == fix.at), None)
    if done is None:
        return None
    if isinstance(done.step.action, Discard):
        return _discard(fix.tiles)
    return Won(Sun(fix.sun)) if fix.sun in done.before.players[seat].suns else None


def _discard(tiles: Iterable[Tile]) -> Discard:
    return Discard(tuple(sorted(tiles, key=lambda each: each.place)))


def token(model: Model) -> str:
    """Return what is open at the table, as far as presses on phones may mean something there."""
    page = model.page
    step = getattr(page, "hidden", getattr(page, "revealed", ""))
    return f"{type(page).__name__} {step}".strip()


def pressable(model: Model, button: int | None) -> Mapping[str, Binding]:
    """Return the controls of the table that a phone offers: where nothing is tracked, and between.

    A full table has buttons of its own for everything.
    """
    if button is None or not _is_pressed(model):
        return {}
    offered = controls(model).taps
    found = {"own": PLAYER_CONTROLS[button], "ra": Control.RA, "ok": Control.OK}
    is_open = model.page.is_seating and not join.is_laid_out(model.page)
    if is_open or _is_over(model):
        found = {"ra": Control.RA}
    elif not isinstance(model.page, PartialTable):
        found = {"ok": Control.OK}
    every = ((key, offered.get(control)) for key, control in found.items())
    return {
        key: binding
        for key, binding in every
        if binding is not None and binding.is_lit and not binding.is_silent
    }


def _is_pressed(model: Model) -> bool:
    """Whether the page that is open is one of those that phones press on."""
    page = model.page
    if isinstance(page, PartialTable) or page.is_seating:
        return True
    if is_shown(model) and page.is_table:
        return True
    if not page.is_reveal:
        return False
    return not isinstance(page, Finale) or page.is_still  # what rises ends by itself


def _is_over(model: Model) -> bool:
    """Whether all places are told: what is left to do is a rematch."""
    page = model.page
    return isinstance(page, Finale) and page.revealed >= len(model.game.players)


def _press(model: Model, deed: PhoneDeed) -> Meant:
    press: Press = deed.given  # type: ignore[assignment]
    timeline = model.session.timeline
    offered = pressable(model, deed.button).get(press.key)
    seen = 0 if timeline is None else timeline.seq
    is_same = deed.seen == seen and press.on == token(model)
    return offered.message if offered is not None and is_same else Notice(Notes.PHONE_LATE)


def _count(model: Model, deed: PhoneDeed) -> Meant:
    count: Count = deed.given  # type: ignore[assignment]
    page = join.counting(model)
    if page is None or deed.button is None or deed.button not in page.buttons(model):
        return Notice(Notes.PHONE_LATE)
    if deed.seen != counted_at(model, page):
        return Notice(Notes.PHONE_LATE)
    seat = Seat(page.buttons(model).index(deed.button))
    wrong = _wrong(page, seat, count)
    if wrong is not None:
        return wrong
    tiles = bundle_of(count.tiles)
    suns = tuple(sorted(map(Sun, count.suns))) if asks_suns(page) else page.counts[seat].suns
    after = with_count(page, seat, PlayerCount(tiles, suns, is_told=count.done))
    if asks_points(page) and count.before is not None:
        after = with_points(after, seat, count.before)
    is_open = isinstance(model.page, SheetTally)
    counted = replace(model, page=after) if is_open else model.with_pending(counting=after)
    is_whole = is_open and count.done and all(each.is_told for each in after.counts)
    effects: tuple[Effect, ...] = (Dispatch(do(SheetTally.go_on)),) if is_whole else ()
    return counted, effects


def counted_at(model: Model, page: SheetTally) -> int:
    """Return the number of what is counted: of the last entry, or without a game of the epoch."""
    return page.epoch if model.session.timeline is None else model.session.timeline.seq


def _wrong(page: SheetTally, seat: Seat, count: Count) -> Refused | None:
    """Return what cannot be: a tile or sun that is not counted, or a sun that somebody else has."""
    in_play = suns_in_play(len(page.counts))
    uncounted = any(number and tile.mask & (DISASTERS | Tile.RA.mask)
                    for tile, number in count.tiles.items())  # fmt: skip
    if uncounted or any(sun not in in_play for sun in count.suns):
        return Notice(Notes.PHONE_LATE)
    for other, each in enumerate(page.counts):
        both = set(each.suns) & set(count.suns)
        if other != seat and each.is_told and both:
            facts: dict[str, Fact] = {"name": page.partial_game.name(Seat(other)), "sun": min(both)}
            return Notice(Notes.PHONE_SUN_ELSEWHERE, facts)
    return None


def _sit(model: Model, deed: PhoneDeed) -> Meant:
    sit: Sit = deed.given  # type: ignore[assignment]
    return join.sit(model, deed.phone, sit.seat, sit.name)


def _rename(model: Model, deed: PhoneDeed) -> Meant:
    if deed.button is None:
        return Notice(Notes.NOT_NOW)
    return join.rename(model, deed.button, str(deed.given))


DEEDS: Mapping[str, Deed] = {
    "sit": Deed(Sit, _sit),
    "stand": Deed(Literal[True], lambda model, deed: join.stand(model, deed.phone)),
    "name": Deed(_Name, _rename),
    "draw": Deed(Tile, _at_turn(lambda _, tile: Play(DRAWS[tile]))),
    "invoke": Deed(Literal[True], _at_turn(lambda _, __: Play(INVOKE))),
    "god": Deed(
        Annotated[int, Meta(ge=0, lt=TRACK_SPACES)], _at_turn(lambda _, space: Play(GODS[space]))
    ),
    "end_gods": Deed(Literal[True], _at_turn(lambda _, __: Play(END_GODS))),
    "lose": Deed(
        Annotated[tuple[Tile, ...], Meta(min_length=1, max_length=8)],
        _at_turn(lambda _, tiles: Play(_discard(tiles))),
    ),
    "bid": Deed(_Sun, _at_auction(_bid)),
    "pass": Deed(Literal[True], _at_auction(lambda _, seat, __: CallPass(seat))),
    "press": Deed(Press, _press),
    "count": Deed(Count, _count),
    "undo": Deed(Literal[True], _undo),
    "fix": Deed(Fixed, _fix),
}
"""Everything that can be done on a phone, by its name on the wire."""


def _linked(model: Model, message: PhonesLinked) -> Update:
    found = model.with_phones(
        link=message.link, address=message.address, watching=message.watching, away=message.away
    )
    return found, ()


def _done(model: Model, deed: PhoneDeed) -> Update:
    """Do what a phone did, once, and note the answer."""
    if model.phones.answer_to(deed.phone, deed.number) is not None:
        return model, ()
    model = join.beneath(model)
    meant = DEEDS[deed.what].means(model, deed)
    if isinstance(meant, Problem | Notice):
        return _answered(model, deed, meant), ()
    after, effects = pages_update.update(model, meant) if isinstance(meant, Message) else meant
    if model.page.is_beside_the_game and _is_plain_turn(after):  # who reads there reads on
        after = replace(after, page=model.page)
    is_changed = _is_changed(model, after)
    said = after.screen.notice
    if not is_changed and isinstance(said, Problem | Notice):
        return _answered(model, deed, said), ()
    after = _answered(after, deed, None)
    timeline = after.session.timeline
    is_entered = timeline is not model.session.timeline and deed.what != "undo"
    if is_entered and deed.button is not None and timeline is not None:
        after = after.with_phones(last=LastDeed(deed.button, timeline.seq))
    return after, effects


def _is_plain_turn(model: Model) -> bool:
    """Whether somebody is at turn, and the table asks nobody anything else."""
    is_asked = auction.auction_now(model) is not None or settled.last_result(model) is not None
    return model.page.is_table and model.game.stage is Phase.TURN and not is_asked


def _is_changed(before: Model, after: Model) -> bool:
    """Whether anything in the game has changed, or another page is open."""
    return (
        before.session.timeline is not after.session.timeline
        or before.pending is not after.pending
        or before.page is not after.page
        or before.phones is not after.phones
    )


def _answered(model: Model, deed: PhoneDeed, why_not: Refused | None) -> Model:
    answer = Answer(deed.phone, deed.number, why_not)
    return model.with_phones(answers=model.phones.answered(answer))


ROOM = Room(
    messages={
        PhoneDeed: _done,
        PhonesLinked: _linked,
        PhonesSeated: lambda model, message: (
            join.present(model.with_phones(seated=message.seated)),
            (),
        ),
        ForgetPhones: lambda model, _: (join.forget(model), ()),
    },
    follow=join.ask,
)
