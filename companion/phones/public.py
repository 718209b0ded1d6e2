"""The table as phones may show it to everybody (pure); nothing hangs on hidden points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.core.commands import BUTTONS, Prompt
from companion.core.model import COLOURS, MACHINES, Guest, Model, Preferences, Secrecy
from companion.core.page import Audience, Page
from companion.i18n import mark
from companion.narration import CATEGORIES, ENDS, epoch_word
from companion.pages.new_game.dealing import SUNS_USED, Dealing, LayingOut, suns_of, told
from companion.pages.new_game.new_game import are_enough
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.phones import deeds, join
from companion.pages.reference.guide import Rule
from companion.pages.reference.rules_card import Cost
from companion.pages.registry import at_rest
from companion.pages.score_sheet.tally import SheetTally
from companion.pages.scoring import race
from companion.pages.scoring.epoch import STARTS, EpochScores, HandsNow, LastLot
from companion.pages.scoring.finale import Finale
from companion.pages.table import auction
from companion.pages.table.playing import fitting, last_entered, with_machines
from companion.phones import shapes
from companion.phones.shapes import Said, SeatView, Shown, Stage, Tie, TileFact
from companion.rules.editions import CENTRE_SUN, Setup
from companion.rules.events import (
    DisasterStruck,
    EpochBegan,
    EpochEnded,
    Event,
    GodUsed,
    LotWon,
    NobodyBid,
    RaInvoked,
    TileDrawn,
)
from companion.rules.problems import Fact, Why
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import Tile, counts


def said(sentence: str, facts: Mapping[str, Fact] | None = None) -> Said:
    """Return a sentence for the wire."""
    return Said(sentence, {key: _fact(fact) for key, fact in (facts or {}).items()})


def _fact(fact: Fact) -> shapes.Fact:
    return TileFact(fact.value) if isinstance(fact, Tile) else fact


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
            card = tuple(_setup(model))
            return replace(base, free=free, waits=waits, returning=returning, card=card)
        case Stage.COUNT:
            return _counting(model, base)
        case Stage.GAME | Stage.OVER:
            return _game(model, base, asked)


def without_points(told: Shown) -> Shown:
    """Return the table without points, and without what people would read them from."""
    seats = tuple(replace(seat, points=None) for seat in told.seats)
    return replace(told, seats=seats, ties=(), home="")


def _nameless(known: Preferences) -> dict[str, str]:
    here = (*known.colour_names, *known.machine_names)
    return dict(zip(here, (*COLOURS, *MACHINES), strict=True))


def _asked(model: Model) -> Prompt:
    """Return what is asked at the table; while another page is open, what the game waits for."""
    page = model.page
    timeline = model.session.timeline
    if timeline is None:
        seats = page if page.is_seating else model.screen.seats
        if seats is None or not seats.is_seating:
            return Welcome().prompt(model)
        return _seating(seats, model)
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
    if not isinstance(model.page, join.PhonesPage) or not model.phones.asking:
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


def _setup(model: Model) -> Iterator[Said]:
    """Yield what lies where before a first game, and what everybody takes beside their suns."""
    page = model.page if model.page.is_seating else model.screen.seats
    if isinstance(page, LayingOut):
        players = len(with_machines(model, page.guests))
        options = fitting(model.session.agreement, players).options
        suns = ", ".join(map(str, suns_of(players, options)))
        yield said("Suns in this game: {suns}", {"suns": suns})
        laid, _ = told(players, options)
        yield from (said(each.sentence, each.facts) for each in laid if each.sentence != SUNS_USED)
    elif isinstance(page, Dealing):
        yield Said(Rule.START_POINTS.value)


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
            tiles=held(game.players[at].tiles),
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


def last_events(model: Model, timeline: Timeline) -> tuple[Event, ...]:
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
    events, setup = last_events(model, timeline), timeline.game.setup
    names = setup.players
    told = tuple(each for event in events for each in _told(event, setup))
    took = tuple(
        Said(
            mark("{disaster}: {name} loses {tiles}"),
            {
                "disaster": TileFact(event.disaster.value),
                "name": names[event.seat],
                "tiles": TileFact(tiles=held(event.lost)),
            },
        )
        for event in events
        if isinstance(event, DisasterStruck) and event.lost
    )
    return (*told[-1:], *took)


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


def held(tiles: int) -> dict[str, int]:
    """Return how many there are of each kind, by its name on the wire."""
    return {tile.value: copies for tile, copies in counts(tiles).items()}


def _public_points(model: Model, *, over: bool) -> tuple[int | None, ...]:
    """Return everybody's points where all may see them."""
    secrecy, timeline = model.session.agreement.secrecy, model.session.timeline
    if timeline is None:
        return ()
    if over and timeline.result is not None:
        return timeline.result.points
    return points(model) if secrecy is Secrecy.OPEN else ()


def points(model: Model) -> tuple[int | None, ...]:
    """Return everybody's points, also hidden ones: whoever asks says who may see them."""
    timeline = model.session.timeline
    if timeline is None:
        return ()
    if timeline.partial_game is not None:
        return tuple(hand.score for hand in timeline.partial_game.hands)
    return tuple(player.score for player in timeline.game.players)
