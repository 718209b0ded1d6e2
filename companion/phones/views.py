"""The table as phones may see it: for everybody, and for each seat what is its owner's (pure).

Whatever hangs on hidden points is in the part of the seat whose they are, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.core.commands import Binding, Prompt
from companion.core.controls import BUTTONS
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Audience, Page
from companion.core.preferences import COLOURS, MACHINES, Preferences
from companion.core.session import Guest, Secrecy
from companion.i18n import mark
from companion.narration import CATEGORIES, ENDS, epoch_word
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.new_game import are_enough
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.phones import deeds, join
from companion.pages.points import Ended, epochs, last_epoch
from companion.pages.reference.guide import Rule
from companion.pages.reference.rules_card import Cost
from companion.pages.score_sheet.counts import NUMBERED, SINGLE
from companion.pages.score_sheet.tally import SheetTally, asks_points, asks_suns
from companion.pages.scoring import race
from companion.pages.scoring.epoch import (
    STARTS,
    EpochScores,
    HandsNow,
    LastLot,
    discarding,
    last_exchange,
    ra_tiles_away,
)
from companion.pages.scoring.finale import Finale
from companion.pages.scoring.projected import can_look_at_worth
from companion.pages.table import auction
from companion.pages.table.peek import may_peek
from companion.pages.table.playing import at_rest, last_entered
from companion.pages.table.worth import projected, projected_sheets
from companion.phones import shapes
from companion.phones.shapes import (
    Answered,
    CountView,
    Fixable,
    Hands,
    Own,
    Said,
    SeatView,
    Shown,
    Stage,
    Tie,
    TileFact,
    Worth,
)
from companion.rules.actions import Bid, Discard, Draw, EndGods, Invoke, Pass, Unsold, UseGod, Won
from companion.rules.auction import Call, bidding_order
from companion.rules.editions import CENTRE_SUN, Seat, Setup, suns_in_play
from companion.rules.events import (
    DisasterStruck,
    EpochBegan,
    EpochEnded,
    EpochTallied,
    Event,
    GodUsed,
    LotWon,
    NobodyBid,
    PastCorrected,
    RaInvoked,
    TileDrawn,
)
from companion.rules.legal import can_draw, god_targets, has_god, remaining_losses, tiles_to_give_up
from companion.rules.model import Auction, Discarding, Game, Phase
from companion.rules.problems import Fact, Problem, Why
from companion.rules.records.entries import Correct
from companion.rules.records.timeline import Step, Timeline
from companion.rules.scoring.reasons import ScoreReason, reasons
from companion.rules.scoring.scoring import categories
from companion.rules.scoring.tokens import VALUES
from companion.rules.tiles import KEPT, KINDS, Tile, bundle, counts
from companion.settings import PhonesSettings


def said(sentence: str, facts: Mapping[str, Fact] | None = None) -> Said:
    """Return a sentence for the wire."""
    return Said(sentence, {key: _fact(fact) for key, fact in (facts or {}).items()})


def _fact(fact: Fact) -> shapes.Fact:
    return TileFact(fact.value) if isinstance(fact, Tile) else fact


def why_not(told: Problem | Notice | None) -> Said | None:
    """Return why something was not done."""
    match told:
        case None:
            return None
        case Problem(why, facts):
            return said(why.value, facts)
        case Notice(note, facts):
            return said(note.value, facts)


def line(model: Model, round_: str, settings: PhonesSettings) -> shapes.TableLine:
    """Return everything that the process may know now.

    Args:
        model: What is shown.
        round_: Which game is on the table.
        settings: Where phones find the table, and whether they are sent points.
    """
    may_send_points = settings.points == "table"
    kept = join.beneath(join.present(model))
    state = kept.phones
    seen = shown(kept)
    return shapes.TableLine(
        round=round_,
        settings=settings,
        shown=seen,
        own={
            str(button): own(kept, button, may_send_points=may_send_points)
            for button in state.seated
        },
        seated={str(button): phone for button, phone in state.seated.items()},
        asking=tuple(each.phone for each in state.asking),
        answers=tuple(
            Answered(each.phone, each.number, why_not(each.why_not)) for each in state.answers
        ),
    )


def stage_of(model: Model) -> Stage:
    """Return what phones show now."""
    if model.kiosk.is_locked and model.preferences.kiosk:
        return Stage.AWAY
    if model.page.audience is Audience.STAFF:
        return Stage.AWAY
    if join.counting(model) is not None:
        return Stage.COUNT
    if model.session.timeline is None:
        return Stage.SEATS
    is_told = isinstance(model.page, Finale) and _is_revealed(model, model.page)
    return Stage.OVER if is_told else Stage.GAME


def _is_revealed(model: Model, page: Finale) -> bool:
    return page.since is None and page.revealed >= len(model.game.players)


def shown(model: Model) -> Shown:
    """Return the table as everybody sees it."""
    stage = stage_of(model)
    asked = _asked(model)
    here = join.seated(model)
    suns = _dealt(join.dealt(model))
    base = Shown(
        stage=stage,
        seen=0 if model.session.timeline is None else model.session.timeline.seq,
        asked=said(asked.sentence, asked.facts),
        seats=tuple(replace(_seat(model, guest), up=suns.get(guest.button, ())) for guest in here),
        token=deeds.token(model),
        dealt=_laid_out(model),
        language=model.preferences.language,
        nameless=_nameless(model.preferences),
    )
    match stage:
        case Stage.AWAY:
            return replace(
                base, seats=(), asked=Said(mark("This table is closed. Please ask the staff"))
            )
        case Stage.SEATS:
            returning = tuple(sorted(model.phones.returning - model.phones.seated.keys()))
            free, waits = _free(model, here), _waits(model)
            return replace(base, free=free, waits=waits, returning=returning)
        case Stage.COUNT:
            return _counting(model, base)
        case Stage.GAME | Stage.OVER:
            return _game(model, base, asked)


def _nameless(known: Preferences) -> dict[str, str]:
    here = (*known.colour_names, *known.machine_names)
    return dict(zip(here, (*COLOURS, *MACHINES), strict=True))


def _asked(model: Model) -> Prompt:
    """Return what is asked at the table; while another page is open, what the game waits for."""
    page = model.page
    timeline = model.session.timeline
    if timeline is None:
        seats = page if page.is_seating else model.screen.seats
        return Welcome().prompt(model) if seats is None else _seating(seats, model)
    now = auction.auction_now(model)
    if now is not None and (now.asked or now.leader):
        return _bidding(now)
    if isinstance(page, EpochScores) and page.hidden:  # above its pyramids stands what is laid
        return Prompt(CATEGORIES[page.laid(model)[-1]])
    if page.is_table or page.is_reveal or isinstance(page, SheetTally):
        return page.prompt(model)
    return at_rest(model).prompt(model)


def _waits(model: Model) -> Said | None:
    """Return whose phone it is that the table asks about while people sit down."""
    if not isinstance(model.page, join.Join) or not model.phones.asking:
        return None
    asked = model.page.prompt(model)
    return said(asked.sentence, asked.facts)


def _seating(page: Page, model: Model) -> Prompt:
    """Return what is asked with the seats; phones have keys where the table has buttons."""
    if isinstance(page, Seating):
        is_full = are_enough(model, page.guests)
        return Prompt(mark("Everybody here?") if is_full else mark("Who else plays?"))
    return page.prompt(model)


def _bidding(now: auction.AuctionNow) -> Prompt:
    """Return whose bid is awaited, or who leads: at the table it stands above each one's suns."""
    names, lead = now.game.setup.players, now.leader
    if not now.asked and lead is not None and lead.sun is not None:
        return Prompt(mark("{name} leads with {sun}"), {"name": names[lead.seat], "sun": lead.sun})
    seat, caller = now.asked[0], now.must_bid
    if caller is not None:
        return Prompt(Why.MUST_BID.value, {"name": names[caller]}, caller)
    return Prompt(mark("{name}: bid or pass"), {"name": names[seat]}, seat)


def _dealt(page: Dealing | None) -> Mapping[int, tuple[int, ...]]:
    """Return the suns that lie before each button while they are dealt."""
    if page is None:
        return {}
    return {guest.button: suns for guest, suns in zip(page.guests, page.suns, strict=True)}


def _laid_out(model: Model) -> tuple[tuple[Said, int], ...]:
    """Return who begins with which sun, and which lies in the centre, while suns are dealt."""
    page = join.dealt(model)
    starter = None if page is None else page.starter
    if page is None or starter is None:
        return ()
    name = join.name_of(model, page.guests[starter].button)
    begins = said(STARTS, {"name": name}), max(page.suns[starter])
    return begins, (said(mark("goes face up in the centre")), CENTRE_SUN)


def _seat(model: Model, guest: Guest) -> SeatView:
    name = guest.name or model.preferences.colour_names[guest.button]
    return SeatView(
        button=guest.button,
        name=name,
        is_machine=not guest.is_person,
        has_phone=guest.button in model.phones.seated,
        is_away=guest.button in model.phones.away,
    )


def _free(model: Model, here: Iterable[Guest]) -> tuple[int, ...]:
    """Return the buttons of those who could still sit down."""
    if join.dealt(model) is not None:
        return ()
    taken = {guest.button for guest in here if guest.is_person}
    return tuple(button for button in range(BUTTONS) if button not in taken)


def _counting(model: Model, base: Shown) -> Shown:
    page = join.counting(model)
    if page is None:
        return base
    buttons = page.buttons(model)
    told = tuple(
        replace(seat, done=page.counts[buttons.index(seat.button)].is_told) for seat in base.seats
    )
    return replace(
        base,
        seats=told,
        seen=deeds.counted_at(model, page),
        epoch=page.epoch,
        asked=Said(mark("What do you have?")),
        card=_card(model),
    )


def _card(model: Model) -> tuple[Said, ...]:
    page = model.page
    timeline = model.session.timeline
    if timeline is not None and not (page.is_table or page.is_reveal or page.is_draft):
        page = at_rest(model)
    card = page.help(model)
    lines = () if card is None else card.lines
    return tuple(
        said(each.sentence, each.facts) for each in lines if each.sentence != Cost.WHOSE_TURN.value
    )


def _game(model: Model, base: Shown, asked: Prompt) -> Shown:
    """Return the game as everybody sees it, with points only where they lie open."""
    timeline = model.session.timeline
    if timeline is None:
        return base
    game, partial_game = timeline.game, timeline.partial_game
    over = base.stage is Stage.OVER
    open_points = _public_points(model, over=over)
    result = timeline.result if over else None
    places = () if result is None else result.places
    standing = tuple(
        replace(
            seat,
            asked=asked.seat == at,
            up=()
            if partial_game is not None and partial_game.hands[at].suns is None
            else game.players[at].suns,
            down=game.players[at].spent,
            tiles=_held(game.players[at].tiles),
            points=open_points[at] if open_points else None,
            place=places[at] if places else None,
        )
        for at, seat in enumerate(base.seats)
    )
    after = replace(
        base,
        seats=standing,
        epoch=(game.epoch if partial_game is None else partial_game.epoch) or 0,
        ra=(game.ra_count if partial_game is None else partial_game.ra_count) or 0,
        ra_limit=game.ra_limit,
        centre=game.centre if partial_game is None else partial_game.centre,
        track=()
        if model.page.is_reveal
        else tuple(None if tile is None else tile.value for tile in game.track),
        card=_card(model),
        last=() if over else _last(model, timeline),
        ties=tuple(Tie(tied.points, tied.order) for tied in result.ties)
        if result is not None and open_points
        else (),
        home=race.link_of(model) if over else "",
    )
    return _with_auction(model, after)


def _last_events(model: Model, timeline: Timeline) -> tuple[Event, ...]:
    """Return what came of what was done last, as far as the table tells it now.

    In the first turn of an epoch that it has begun: all else belongs to the one before.
    """
    step = last_entered(timeline.steps)
    events = () if step is None else step.events
    begun = tuple(event for event in events if isinstance(event, EpochBegan))
    ended = tuple(event for event in events if isinstance(event, EpochEnded))
    if isinstance(model.page, LastLot):  # whose question says that the epoch has ended
        return tuple(event for event in events if event not in (*begun, *ended))
    if isinstance(model.page, EpochScores | HandsNow):
        return ended
    return () if model.page.is_reveal else begun or events


def _last(model: Model, timeline: Timeline) -> tuple[Said, ...]:
    """Return what was done last, and what disasters took: not everybody sees the table's screen."""
    events, setup = _last_events(model, timeline), timeline.game.setup
    names = setup.players
    told = tuple(each for event in events for each in _told(event, setup))
    took = tuple(
        Said(
            mark("{disaster}: {name} loses {tiles}"),
            {
                "disaster": TileFact(event.disaster.value),
                "name": names[event.seat],
                "tiles": TileFact(tiles=_held(event.lost)),
            },
        )
        for event in events
        if isinstance(event, DisasterStruck) and event.lost
    )
    return (*told[-1:], *took)


def _lot_taken(model: Model, seat: Seat) -> tuple[Said, ...]:
    """Return what somebody does with the suns who has just won a lot."""
    timeline = model.session.timeline
    events = () if timeline is None else _last_events(model, timeline)
    return tuple(
        each
        for event in events
        if isinstance(event, LotWon) and event.seat == seat
        for each in (
            said(mark("Take {sun}, face down"), {"sun": event.sun}),
            said(mark("{sun} into the centre"), {"sun": event.paid}),
        )
    )


def _told(event: Event, setup: Setup) -> Iterator[Said]:
    """Yield the sentence of what somebody did; of what came of it there is none."""
    names = setup.players
    match event:
        case EpochBegan(epoch, seat):
            sentence = mark("{epoch} begins; {name} has the highest sun")
            yield said(sentence, {"epoch": epoch_word(epoch, setup), "name": names[seat]})
        case EpochEnded(epoch, cause):
            yield said(ENDS[cause], {"epoch": epoch_word(epoch, setup)})
        case TileDrawn(seat, tile):
            yield said(mark("{name} drew {tile}"), {"name": names[seat], "tile": tile})
        case RaInvoked(seat):
            yield said(mark("{name} invoked Ra"), {"name": names[seat]})
        case GodUsed(seat, tile):
            sentence = mark("{name} used a God tile and took {tile}")
            yield said(sentence, {"name": names[seat], "tile": tile})
        case LotWon(seat, paid):
            yield said(mark("{name} wins with {sun}"), {"name": names[seat], "sun": paid})
        case NobodyBid(removed):
            if removed:
                yield said(mark("Nobody bid: all eight tiles leave the game"))
            else:
                yield said(mark("Nobody bid: everything stays where it is"))
        case _:
            pass


def _with_auction(model: Model, base: Shown) -> Shown:
    now = auction.auction_now(model)
    if now is None:
        return base
    lead, passed, calls = now.leader, now.passed, now.answers
    calling = tuple(
        replace(seat, bid=calls.get(at), passed=at in passed)
        for at, seat in zip(now.game.setup.seats, base.seats, strict=True)
    )
    return replace(base, seats=calling, lead=None if lead is None else lead.sun, is_auction=True)


def _held(tiles: int) -> dict[str, int]:
    return {tile.value: copies for tile, copies in counts(tiles).items()}


def _public_points(model: Model, *, over: bool) -> tuple[int | None, ...]:
    """Return everybody's points where all may see them; sealed, none are ever sent."""
    secrecy, timeline = model.session.agreement.secrecy, model.session.timeline
    if timeline is None or secrecy is Secrecy.SEALED:
        return ()
    if over and timeline.result is not None:
        return timeline.result.points
    return _points(model) if secrecy is Secrecy.OPEN else ()


def _points(model: Model) -> tuple[int | None, ...]:
    timeline = model.session.timeline
    if timeline is None:
        return ()
    if timeline.partial_game is not None:
        return tuple(hand.score for hand in timeline.partial_game.hands)
    return tuple(player.score for player in timeline.game.players)


def own(model: Model, button: int, *, may_send_points: bool) -> Own:
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
        undo=_undone(model) if deeds.can_undo(model, button) else None,
        points=_own_points(model, seat) if may_send_points else None,
        late=_late(model, seat),
        last=_lot_taken(model, seat),
        fix=_fixable(model, seat),
        hands=_hands(model, seat, may_send_points=may_send_points),
        goes_on=isinstance(model.page, EpochScores) and bool(model.page.hidden),
        worth=() if model.page.is_reveal else _worth(model, seat),
        scored=_scored(model, seat) if may_send_points else None,
    )
    timeline = model.session.timeline
    if timeline is None or timeline.partial_game is not None or model.page.is_reveal:
        return found
    return _can(model, timeline.game, seat, found)


def _undone(model: Model) -> Said:
    """Return what Undo takes back, in a few words; empty where there are none for it."""
    match deeds.undoable(model):
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
            return Said("discarded: {tiles}", {"tiles": TileFact(tiles=_held(bundle(tiles)))})
        case Correct():
            return _corrected(step)
        case _:
            return Said("")


def _corrected(step: Step) -> Said:
    """Return which tile somebody has said that it was, and which one it was before."""
    for event in step.events:
        match event:
            case PastCorrected(_, (Draw(was),), (Draw(now),)):
                return said("Corrected: {now} (was {was})", {"now": now, "was": was})
            case _:
                pass
    return Said("")


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


def _late(model: Model, seat: Seat) -> int | None:
    """Return the sun of the late bid that the table offers somebody; None: it offers none."""
    past = auction.reopenable(model)
    if past is None or not (auction.has_result(model) or isinstance(model.page, LastLot)):
        return None
    return next((each.sun for each in auction.late_bids(model, past) if each.seat == seat), None)


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
    return _points(model)[seat] if is_allowed else None


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


def _hands(model: Model, seat: Seat, *, may_send_points: bool) -> Hands | None:
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
    done = last_exchange(model) if may_send_points else None
    suns = game.players[game.active].suns if until.partial_game is None else ()
    return Hands(
        discard={} if sheet is None else _held(sheet.tiles & ~KEPT),
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
    """Return what every epoch has scored for somebody, and why; sealed, nothing."""
    timeline = model.session.timeline
    if timeline is None or model.session.agreement.secrecy is Secrecy.SEALED:
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
    return Said(given.because.value, {**facts, "tiles": TileFact(tiles=_held(given.tiles))})


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
            must = tiles_to_give_up(disaster)
            facts: dict[str, Fact] = {
                "name": game.name,
                "must": must,
                "disaster": disaster.tile,
                "given": must + 1,
            }
            return replace(
                base,
                lose=must,
                losable={tile.value: left for tile, left in remaining_losses(game, disaster, ())},
                most=said(Why.DISCARD_COUNT.value, facts),
            )
        case Auction() | Phase.OVER:
            return base


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
