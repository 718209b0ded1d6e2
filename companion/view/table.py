"""The table: everything that lies on it, who is asked, and what can be done."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion import telling
from companion.core.at_table import open_bids_of_bidder
from companion.core.controls import controls
from companion.core.mending import Mend
from companion.core.messages import Message, Peek, Play, Push, UseGods
from companion.core.model import AtTable, Model
from companion.core.peeking import may_peek
from companion.core.picks import PickGod, PickSun
from companion.core.prompt import Prompt, prompt
from companion.core.whose_turn import marks
from companion.rules.actions import GODS, INVOKE, LANE_SLOTS
from companion.rules.editions import Seat, Suns, ra_display
from companion.rules.events import Matter
from companion.rules.legal import (
    god_targets,
    has_god,
    is_fresh,
)
from companion.rules.model import Auction, Phase
from companion.rules.tiles import size
from companion.view.afar import far_panel
from companion.view.badges import Keycaps, Sign, keycaps
from companion.view.bidding import standings
from companion.view.dock import dock
from companion.view.edge import edge_px
from companion.view.happening import aside, told
from companion.view.lane import Slot, Track, auction_track
from companion.view.layout import Bands, bands, panel_places
from companion.view.look import Look, Piece
from companion.view.nameplate import Touch
from companion.view.panel import Panel, Standing, panel
from companion.view.prompt_bar import Question, prompt_bar
from companion.view.sight import Sight
from companion.view.speech import question
from companion.view.stations import Sunway
from companion.view.track import beside_it, sky, track


def table(look: Look, model: Model, page: AtTable) -> Iterator[Piece]:
    """Yield the table as it is now."""
    timeline = model.timeline
    sight = Sight(
        game=model.game,
        buttons=model.buttons,
        moments=timeline.moments if timeline else (),
        offered=controls(model),
        caps=keycaps(look, model),
        pick=page.pick,
        may_peek=may_peek(model),
        marks=marks(model),
    )
    where = bands(look, edge_px(look, model))
    yield from upper(look, where, sight)
    yield prompt_bar(look, where.prompt, _question(look, sight, prompt(model)))
    yield from panels(look, where, sight)
    yield from dock(look, where.dock, sight)


def upper(look: Look, where: Bands, sight: Sight) -> Iterator[Piece]:
    """Yield the sky, the Ra track and the auction track."""
    game = sight.game
    yield sky(look, where.track.y + where.track.h)
    sunway = Sunway(game.ra_count, game.ra_limit, ra_display(game.setup.edition), game.epoch)
    name = telling.epoch_name(game.epoch, game.setup, look.canvas.words)
    around = beside_it(name, size(game.bag), sight.offered.holds)
    yield from track(look, where.track, sunway, around)
    yield auction_track(look, where.lane, _track(look, sight))


def _track(look: Look, sight: Sight) -> Track:
    game, pick = sight.game, sight.pick
    return Track(
        lane=game.lane,
        centre=game.centre,
        slots=_slots(sight),
        ghost=sight.pointed,
        ghost_message=Push(),
        focus=pick.focus if isinstance(pick, PickGod) else None,
        is_hot=isinstance(game.stage, Auction),
        centre_message=Play(INVOKE) if sight.is_live and game.stage is Phase.TURN else None,
        centre_label=look.say("to win") if look.is_full else "",
        told=told(look, sight),
    )


def _slots(sight: Sight) -> tuple[Slot, ...]:
    """Return what each place of the auction track offers to the god of the player in turn."""
    game = sight.game
    if not sight.is_live:
        return (Slot(),) * LANE_SLOTS
    fixes = tuple(Mend(Matter.SLOT, slot) for slot in range(LANE_SLOTS))
    at_turn = game.stage is Phase.TURN or game.stage is Phase.GODS
    if not (at_turn and has_god(game.players[game.active])):
        return tuple(Slot(message=fix) for fix in fixes)
    taking = game.stage is Phase.GODS or isinstance(sight.pick, PickGod)
    targets = {god.slot for god in god_targets(game.lane)}
    reached = {offer.message: control for control, offer in sight.offered.taps.items() if taking}
    return tuple(
        Slot(
            message=Play(god) if god.slot in targets else fixes[god.slot],
            sign=_sign(reached.get(Play(god), ""), Play(god), sight.caps),
            is_lit=not taking or god.slot in targets,
        )
        for god in GODS
    )


def _sign(control: str, message: Message, caps: Keycaps) -> Sign | None:
    key = caps.get(message, "")
    return Sign(control, key) if control or key else None


def _question(look: Look, sight: Sight, asked: Prompt) -> Question:
    button = None if asked.seat is None else sight.buttons[asked.seat]
    return Question(question(look, asked), button, aside(look, sight))


def panels(look: Look, where: Bands, sight: Sight) -> Iterator[Piece]:
    """Yield a panel for every player, always in their order: what does not move is not painted."""
    places = panel_places(look, where.panels, len(sight.game.players))
    asked = sight.pick.seat if isinstance(sight.pick, PickSun) else sight.game.active
    for seat, standing in enumerate(standings(sight.game, sight.moments)):
        shown = _panel(sight, Seat(seat), standing)
        stem = where.panels.y - where.prompt.y - where.prompt.h
        is_beside = places[seat].y == where.panels.y and seat == asked
        joined = stem if is_beside and sight.is_live else 0
        drawn = far_panel if look.is_big else panel
        yield from drawn(look, places[seat], replace(shown, stem=joined))


def _panel(sight: Sight, seat: Seat, standing: Standing) -> Panel:
    game, pick = sight.game, sight.pick
    player = game.players[seat]
    auction = game.stage if isinstance(game.stage, Auction) else None
    name = game.setup.players[seat]
    button = sight.buttons[seat]
    leads = auction is not None and auction.best_bidder == seat
    stepped = isinstance(pick, PickSun) and pick.seat == seat
    return Panel(
        name=name,
        button=button,
        up=player.up,
        down=player.down,
        tiles=player.tiles,
        standing=standing,
        playable=_playable(sight, auction, seat),
        bid=auction.best_bid if auction and leads else None,
        focus=pick.sun if isinstance(pick, PickSun) and stepped else None,
        has_statue=auction is not None and auction.ra_player == seat,
        god=UseGods() if seat == game.active and _can_use_god(sight) else None,
        touch=Touch(
            fix=Mend(Matter.TILES, seat) if sight.is_live else None,
            mark=sight.marks.get(seat),
            peek=Peek(seat) if sight.may_peek else None,
        ),
    )


def _can_use_god(sight: Sight) -> bool:
    """Whether the player in turn could now say that they use a god."""
    game = sight.game
    at_turn = sight.is_live and game.stage is Phase.TURN and not isinstance(sight.pick, PickGod)
    return at_turn and has_god(game.players[game.active]) and bool(god_targets(game.lane))


def _playable(sight: Sight, auction: Auction | None, seat: Seat) -> Suns | None:
    """Return the suns of a player that can be chosen now; None if the question is not asked."""
    game = sight.game
    if auction is None or not sight.is_live:
        return None
    if seat == game.active:
        return open_bids_of_bidder(game, auction)
    if is_fresh(game, auction):
        return game.players[seat].up
    return () if auction.best_bidder == seat else None
