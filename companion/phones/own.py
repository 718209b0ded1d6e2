"""What phones show to the owner of one seat alone (pure).

Whatever hangs on hidden points is here, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.core.commands import Binding
from companion.core.model import Model, Secrecy
from companion.core.notices import Notes
from companion.i18n import mark
from companion.narration import CATEGORIES
from companion.pages.phones import deeds, join
from companion.pages.points import Ended, epochs, last_epoch, projected, projected_sheets
from companion.pages.reference.guide import Rule
from companion.pages.reference.rules_card import Cost
from companion.pages.score_sheet.counts import NUMBERED, SINGLE
from companion.pages.score_sheet.tally import asks_points, asks_suns
from companion.pages.scoring.epoch import (
    STARTS,
    EpochScores,
    HandsNow,
    LastLot,
    discarding,
    last_exchange,
    ra_tiles_away,
)
from companion.pages.scoring.points_now import can_look_at_worth
from companion.pages.table import auction, settled
from companion.pages.table.peek import may_peek
from companion.phones import shapes
from companion.phones.public import held, last_events, points, said, stage_of
from companion.phones.shapes import (
    CountView,
    Fixable,
    Hands,
    Mendable,
    Own,
    Said,
    Stage,
    TileFact,
    Worth,
)
from companion.rules.actions import Bid, Discard, Draw, EndGods, Invoke, Pass, Unsold, UseGod, Won
from companion.rules.auction import Call, bidding_order
from companion.rules.editions import Seat, suns_in_play
from companion.rules.events import EpochEnded, EpochTallied, GodUsed, LotWon, PastCorrected
from companion.rules.legal import can_draw, god_targets, has_god, remaining_losses, tiles_to_give_up
from companion.rules.model import Auction, Discarding, Game, Phase
from companion.rules.problems import Fact, Why
from companion.rules.records.entries import Correct
from companion.rules.records.timeline import Step, Timeline
from companion.rules.scoring.reasons import ScoreReason, reasons
from companion.rules.scoring.scoring import categories
from companion.rules.scoring.tokens import VALUES
from companion.rules.tiles import KEPT, KINDS, Tile, bundle, counts


def own(model: Model, button: int) -> Own:
    """Return what belongs to the owner of a button alone."""
    counted = _own_count(model, button)
    if counted is not None:
        return Own(count=counted)
    press = {key: _named(each) for key, each in deeds.pressable(model, button).items()}
    stage, seat = stage_of(model), deeds.seat_of(model, button)
    if stage is Stage.SEATS:
        return Own(press=press)
    if seat is not None and stage is Stage.OVER:
        return Own(past=_past(model, seat), start=_start(model, seat), press=press)
    if seat is None or stage is not Stage.GAME:
        return Own()
    found = Own(
        press=press,
        turns=model.page.is_reveal,
        undo=_undone(model, button) if deeds.can_undo(model, button) else None,
        points=_own_points(model, seat),
        late=_late(model, seat),
        last=_lot_taken(model, seat),
        fix=_fixable(model, seat),
        mends=_mends(model, seat, button),
        hands=_hands(model, seat),
        goes_on=isinstance(model.page, EpochScores) and bool(model.page.hidden),
        worth=() if model.page.is_reveal else _worth(model, seat),
        scored=_scored(model, seat),
    )
    timeline = model.session.timeline
    if timeline is None or timeline.partial_game is not None or model.page.is_reveal:
        return found
    return _can(model, timeline.game, seat, found)


def without_points(told: Own) -> Own:
    """Return what belongs to somebody without anything that is worth points."""
    hands = None if told.hands is None else replace(told.hands, tokens=None)
    return replace(told, points=None, worth=(), scored=None, past=(), start=0, hands=hands)


def _lot_taken(model: Model, seat: Seat) -> tuple[Said, ...]:
    """Return what somebody does with the suns who has just won a lot."""
    timeline = model.session.timeline
    events = () if timeline is None else last_events(model, timeline)
    return tuple(
        each
        for event in events
        if isinstance(event, LotWon) and event.seat == seat
        for each in (
            said(mark("Take {sun}, face down"), {"sun": event.sun}),
            said(mark("{sun} into the centre"), {"sun": event.paid}),
        )
    )


def _undone(model: Model, button: int) -> Said:
    """Return what Undo takes back, in a few words; empty where there are none for it."""
    match deeds.undoable(model, button):
        case Call(sun=None) | Step(action=Pass()):
            return Said("pass")
        case Call(sun=int(sun)) | Step(action=Bid(sun=sun)):
            return said("bid {sun}", {"sun": sun})
        case Step() as step:
            return _entered(step)
        case _:
            return Said("")


def _entered(step: Step) -> Said:
    match step.action:
        case Draw(tile):
            return Said(tile.english)
        case Invoke():
            return Said("Ra invoked")
        case UseGod():
            [tile] = [event.tile for event in step.events if isinstance(event, GodUsed)]
            return said("A God tile for {tile}", {"tile": tile})
        case EndGods():
            return Said("done with God tiles")
        case Won(sun):
            return said("won with {sun}", {"sun": sun})
        case Unsold():
            return Said("nobody bid")
        case Discard(tiles):
            return Said("discarded: {tiles}", {"tiles": _tiles(tiles)})
        case Correct():
            return _corrected(step)
        case _:
            return Said("")


def _corrected(step: Step) -> Said:
    """Return what somebody has said that it was, and what it was before."""
    sentence = "Corrected: {now} (was {was})"
    for event in step.events:
        match event:
            case PastCorrected(_, (Draw(was),), (Draw(now),)):
                return said(sentence, {"now": now, "was": was})
            case PastCorrected(_, (Discard(lost),), (Discard(meant),)):
                return Said(sentence, {"now": _tiles(meant), "was": _tiles(lost)})
            case PastCorrected(_, _, (Won(sun),)):
                return said(Notes.RESULT_CORRECTED.value, {"sun": sun})
            case _:
                pass
    return Said("")


def _tiles(lost: Iterable[Tile]) -> TileFact:
    return TileFact(tiles=held(bundle(lost)))


def _mends(model: Model, seat: Seat, button: int) -> tuple[Mendable, ...]:
    """Return what somebody won last and discarded since, and what it can have been.

    What Undo takes back is not told twice.
    """
    timeline = model.session.timeline
    if timeline is None or timeline.partial_game is not None or model.page.is_reveal:
        return ()
    undone = deeds.undoable(model, button) if deeds.can_undo(model, button) else None
    past = (each for each in deeds.own_past(timeline, seat) if each.step is not undone)
    found = (_mendable(*each, seat) for each in past)
    return tuple(each for each in found if each.suns or each.lose)


def _mendable(step: Step, before: Game, seat: Seat) -> Mendable:
    if isinstance(before.stage, Discarding):
        lose, losable, most = _losing(before, before.stage)
        return Mendable(step.seq, _entered(step), lose=lose, losable=losable, most=most)
    [paid] = [event.paid for event in step.events if isinstance(event, LotWon)]
    suns = tuple(sun for sun in before.players[seat].suns if sun != paid)
    return Mendable(step.seq, said("won with {sun}", {"sun": paid}), suns=suns)


def _fixable(model: Model, seat: Seat) -> Fixable | None:
    """Return the tile that somebody drew last, and what it can have been."""
    timeline = model.session.timeline
    if timeline is None or timeline.partial_game is not None or model.page.is_reveal:
        return None
    drawn = deeds.last_drawn(timeline, seat)
    if drawn is None:
        return None
    is_last = timeline.steps[-1].seq == drawn.seq  # else it was no Ra: none was bid on
    left = timeline.game.bag & ~drawn.tile.mask & ~(0 if is_last else Tile.RA.mask)
    kinds = tuple(kind.value for kind in KINDS if left & kind.mask)
    return Fixable(drawn.seq, drawn.space, kinds)


def _late(model: Model, seat: Seat) -> tuple[int, ...]:
    """Return the suns with which the table lets somebody bid late, ascending."""
    past = settled.reopenable(model)
    if past is None or not (settled.has_result(model) or isinstance(model.page, LastLot)):
        return ()
    if all(each.seat != seat for each in settled.late_bids(model, past)):
        return ()
    return tuple(int(each.sun or 0) for each in settled.overbids(model, past) if each.seat == seat)


def _named(binding: Binding) -> Said:
    """Return what a control does, where it has words, a sun or a tile for it."""
    if binding.sun is not None:
        return said(mark("Sun {number}"), {"number": int(binding.sun)})
    if binding.tile is not None:
        return Said(binding.tile.english)
    return said(binding.label)


def _own_points(model: Model, seat: Seat) -> int | None:
    """Return somebody's own points where the table lets them look at them (R-INF-2)."""
    secrecy = model.session.agreement.secrecy
    is_allowed = secrecy is Secrecy.OPEN or may_peek(model)
    return points(model)[seat] if is_allowed else None


def _worth(model: Model, seat: Seat) -> tuple[Worth, ...]:
    """Return what somebody's tiles score now; it hangs on nothing that is hidden."""
    if not can_look_at_worth(model):
        return ()
    game = model.game
    open_game = replace(game, players=tuple(replace(each, score=0) for each in game.players))
    sheets = projected_sheets(open_game)
    scores = projected(open_game)
    given = reasons(sheets, scores, game.epoch)[seat]
    return tuple(
        Worth(CATEGORIES[each.category], scores[seat].points(each.category), _because(each))
        for each in given
    )


def _scored(model: Model, seat: Seat) -> tuple[Worth, ...] | None:
    """Return what an epoch has scored for somebody, as far as the table tells it."""
    page = model.page
    past = _past(model, seat) if isinstance(page, EpochScores | HandsNow) else ()
    if not past or not isinstance(page, EpochScores):
        return past[-1] if past else None
    laid = tuple(CATEGORIES[each] for each in page.laid(model))
    return tuple(each for each in past[-1] if each.category in laid)


def _hands(model: Model, seat: Seat) -> Hands | None:
    """Return what somebody does between two epochs: at the table one touch ends it for all."""
    timeline, page = model.session.timeline, model.page
    if timeline is None or (page.is_reveal and not isinstance(page, HandsNow)):
        return None
    until = _since_epoch(timeline, seat)
    now = auction.auction_now(model)
    if until is None or (now is not None and any(call.seat == seat for call in now.calls)):
        return None
    ended = last_epoch(until)
    if ended is None or until.game.stage is Phase.OVER:
        return None
    sheet, game = ended.sheets[seat], until.game
    done = last_exchange(model)
    suns = game.players[game.active].suns if until.partial_game is None else ()
    return Hands(
        discard={} if sheet is None else held(sheet.tiles & ~KEPT),
        said=Said(discarding(until)),
        ra=Said(ra_tiles_away(game.setup.edition)),
        tokens=None if done is None else tuple(zip(done.moves[seat], VALUES, strict=True)),
        starter=said(STARTS, {"name": game.name}) if suns else None,
        sun=max(suns, default=0),
    )


def _since_epoch(timeline: Timeline, seat: Seat) -> Timeline | None:
    """Return the timeline as it was when an epoch ended; None: they have done something since."""
    steps = timeline.steps
    for at in range(len(steps), 0, -1):
        events = steps[at - 1].events
        if any(isinstance(event, EpochEnded | EpochTallied) for event in events):
            return replace(timeline, steps=steps[:at])
        if any(getattr(event, "seat", None) == seat for event in events):
            return None
    return None


def _past(model: Model, seat: Seat) -> tuple[tuple[Worth, ...], ...]:
    """Return what every epoch has scored for somebody, and why."""
    timeline = model.session.timeline
    if timeline is None:
        return ()
    return tuple(_epoch(ended, seat) for ended in epochs(timeline) if ended.scores[seat])


def _epoch(ended: Ended, seat: Seat) -> tuple[Worth, ...]:
    """Return what each category of an epoch has scored for somebody, and why."""
    score = ended.scores[seat]
    why = {each.category: _because(each) for each in ended.reasons(seat)}
    return tuple(
        Worth(CATEGORIES[each], score.points(each), why.get(each, Said("")))
        for each in categories(ended.epoch)
        if score is not None
    )


def _start(model: Model, seat: Seat) -> int:
    """Return with how many points somebody began."""
    timeline = model.session.timeline
    return 0 if timeline is None else timeline.start.players[seat].score


def _because(given: ScoreReason) -> Said:
    facts: dict[str, shapes.Fact] = dict(given.facts)
    return Said(given.because.value, {**facts, "tiles": TileFact(tiles=held(given.tiles))})


def _can(model: Model, game: Game, seat: Seat, base: Own) -> Own:
    """Return what somebody can do in a game in which every tile is entered."""
    now = auction.auction_now(model)
    if now is not None:
        bids = _bids(now, seat)
        return replace(
            base,
            bids=bids,
            dark=_dark(now, seat, bids),
            may_pass=now.may_pass(seat),
            is_asked=now.asked[:1] == (seat,),
        )
    is_machine = _is_machine(model, game.active)
    if game.active != seat and not is_machine:
        return base
    base = replace(base, is_asked=game.active == seat)
    gods = tuple(god.slot for god in god_targets(game.track)) if has_god(
        game.players[game.active]) else ()  # fmt: skip
    match game.stage:
        case Phase.TURN:
            draw = tuple(kind.value for kind in KINDS if game.bag & kind.mask)
            return replace(base, draw=draw if can_draw(game) else (), invoke=True, gods=gods)
        case Phase.GODS:
            return replace(base, gods=gods, end_gods=True)
        case Discarding() as disaster:
            lose, losable, most = _losing(game, disaster)
            return replace(base, lose=lose, losable=losable, most=most)
        case Auction() | Phase.OVER:
            return base


def _losing(game: Game, disaster: Discarding) -> tuple[int, dict[str, int], Said]:
    """Return how many tiles a disaster takes, of which, and why no more."""
    must = tiles_to_give_up(disaster)
    facts: dict[str, Fact] = {
        "name": game.name,
        "must": must,
        "disaster": disaster.tile,
        "given": must + 1,
    }
    losable = {tile.value: left for tile, left in remaining_losses(game, disaster, ())}
    return must, losable, said(Why.DISCARD_COUNT.value, facts)


def _bids(now: auction.AuctionNow, seat: Seat) -> tuple[int, ...]:
    """Return the suns that somebody can bid: once, unless one bid late after that (R-AUC-1)."""
    lead = now.leader
    if now.answers.get(seat) is not None and lead is not None:
        order = bidding_order(now.game, now.auction)
        if order.index(seat) <= order.index(lead.seat):
            return ()
    return tuple(now.higher(seat))


def _dark(now: auction.AuctionNow, seat: Seat, bids: tuple[int, ...]) -> Said | None:
    """Return why some of somebody's suns cannot be bid; None: all can, or none is left."""
    lead, up = now.leader, now.game.players[seat].suns
    if lead is None or lead.sun is None or len(bids) == len(up):
        return None
    facts: dict[str, Fact] = {"name": now.game.setup.players[lead.seat], "sun": lead.sun}
    if lead.seat == seat:
        return said(Notes.LEADS_ALREADY.value, facts)
    if not bids and now.answers.get(seat) is not None:
        return Said(Rule.ONE_BID.value)
    return said(Cost.TO_BEAT.value, {"player": facts["name"], "sun": lead.sun})


def _is_machine(model: Model, seat: Seat) -> bool:
    here = join.seated(model)
    return bool(here) and not here[seat].is_person


def _own_count(model: Model, button: int) -> CountView | None:
    page = join.counting(model)
    if page is None or button not in page.buttons(model):
        return None
    seat = Seat(page.buttons(model).index(button))
    count = page.counts[seat]
    asked = (*NUMBERED, *SINGLE)
    held = counts(count.tiles)
    before = page.partial_game.hands[seat].score if asks_points(page) else None
    return CountView(
        tiles={tile.value: held.get(tile, 0) for tile in asked},
        suns=count.suns,
        in_play=suns_in_play(len(page.counts)) if asks_suns(page) else (),
        before=before,
        asks_before=asks_points(page),
        done=count.is_told,
    )
