"""The table of which not everything is told: what is known, who is asked, what can be told."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion import telling
from companion.core.at_light import RA_TILE, ledger_of
from companion.core.controls import controls
from companion.core.joining import Ask, Joining
from companion.core.light_table import (
    Asking,
    LightTable,
    Stepped,
    is_at_auction,
    owner,
    tellable,
    winning_suns,
)
from companion.core.mending import Mending
from companion.core.messages import Enter, GoTo, Message, Peek, Play, TakeSun
from companion.core.model import Model
from companion.core.offers import Controls
from companion.core.peeking import may_peek
from companion.core.prompt import prompt
from companion.core.whose_turn import marks
from companion.rules.actions import INVOKE, UNSOLD, Level
from companion.rules.editions import Seat, Sun, ra_display
from companion.rules.ledger import END_EPOCH, Ledger, Wait, suns_each
from companion.rules.levels import at_level
from companion.rules.timeline import Moment
from companion.view.actions import Action
from companion.view.badges import NO_KEYCAPS, Keycaps, Sign, keycaps
from companion.view.chips import chip_rows
from companion.view.edge import edge_px
from companion.view.layout import Bands, bands, panel_places
from companion.view.light_lane import LightLane, light_lane
from companion.view.light_panel import LightPanel, light_panel
from companion.view.look import Look, Piece
from companion.view.nameplate import Name, Touch
from companion.view.offering import chips
from companion.view.prompt_bar import Aside, Question, prompt_bar
from companion.view.scene import Rect
from companion.view.speech import account, question, weightiest
from companion.view.stations import UNKNOWN, Sunway
from companion.view.strip import Strip, SunKey, strip
from companion.view.track import beside_it, sky, track


class Known(NamedTuple):
    """A table as far as it is known: now, or somewhere in its history."""

    ledger: Ledger
    buttons: tuple[int, ...]
    moments: Sequence[Moment]
    """The actions that led here."""
    offered: Controls
    caps: Keycaps = NO_KEYCAPS
    pick: Stepped | Asking | None = None
    may_peek: bool = False
    marks: Mapping[Seat, Message] = {}
    """What says that it is another player's turn."""
    is_live: bool = True
    """Whether people play on it, or only look."""


def light_table(look: Look, model: Model, page: LightTable) -> Iterator[Piece]:
    """Yield the table as far as it is known now."""
    timeline = model.timeline
    known = Known(
        ledger=ledger_of(model),
        buttons=model.buttons,
        moments=timeline.moments if timeline else (),
        offered=controls(model),
        caps=keycaps(look, model),
        pick=page.pick,
        may_peek=may_peek(model),
        marks=marks(model),
    )
    where = bands(look, edge_px(look, model))
    yield from upper(look, where, known)
    asked = prompt(model)
    button = None if asked.seat is None else model.buttons[asked.seat]
    bar = Question(question(look, asked), button, _aside(look, known))
    yield prompt_bar(look, where.prompt, bar)
    yield from panels(look, where, known, asked.seat)
    yield from _dock(look, where.dock, known)


def upper(look: Look, where: Bands, known: Known) -> Iterator[Piece]:
    """Yield the sky, the Ra track, and what is known of the auction track."""
    ledger = followed(known.ledger)
    setup = ledger.setup
    yield sky(look, where.track.y + where.track.h)
    name = telling.epoch_name(ledger.epoch, setup, look.canvas.words) if ledger.epoch else UNKNOWN
    sunway = Sunway(ledger.ra_count, setup.ra_limit, ra_display(setup.edition), ledger.epoch)
    yield from track(look, where.track, sunway, beside_it(name, None, known.offered.holds))
    fix = GoTo(Mending()) if known.is_live else None
    lane = LightLane(
        centre=ledger.centre,
        tiles=_tiles_on_track(ledger),
        told=_happened(look, known) if known.is_live else "",
        is_hot=is_at_auction(ledger),
        centre_message=Play(INVOKE) if known.is_live and INVOKE in tellable(ledger) else fix,
        tiles_message=fix,
    )
    yield light_lane(look, where.lane, lane)


def followed(ledger: Ledger) -> Ledger:
    """Return what is surely so: while only points are kept, suns and tracks change untold."""
    is_untold = ledger.level is Level.SCORE_ONLY and ledger.stage is Wait.TURN
    return at_level(ledger, Level.LIGHT) if is_untold else ledger


def _tiles_on_track(ledger: Ledger) -> int | None:
    """Return how many tiles surely lie on the auction track now: draws must be told for that."""
    return ledger.lane_tiles if ledger.is_counted or is_at_auction(ledger) else None


def _happened(look: Look, known: Known) -> str:
    """Return what the last entry did."""
    event = weightiest(known.moments[-1].events) if known.moments else None
    return "" if event is None else account(look, event, known.ledger.setup)[0]


def _aside(look: Look, known: Known) -> Aside:
    """Return what OK does to what is pointed at."""
    ok = known.offered.taps.get("ok")
    if known.pick is None or ok is None or not look.canvas.touch:
        return Aside()
    sign = Sign("ok", known.caps.get(ok.message, ""))
    return Aside((look.say(ok.label),), (sign,), ok.message)


def panels(look: Look, where: Bands, known: Known, asked: Seat | None) -> Iterator[Piece]:
    """Yield a panel for every player, as far as they are known."""
    ledger = followed(known.ledger)
    places = panel_places(look, where.panels, len(ledger.hands))
    stem = where.panels.y - where.prompt.y - where.prompt.h
    able = known.is_live and bool(winning_suns(ledger))
    for seat in ledger.setup.seats:
        hand = ledger.hands[seat]
        is_beside = places[seat].y == where.panels.y and seat == asked and known.is_live
        has_statue = is_at_auction(ledger) and ledger.active == seat
        shown = LightPanel(
            up=hand.up,
            down=hand.down,
            each=suns_each(ledger.setup),
            tiles=hand.tiles if hand.is_sure else None,
            focus=_focus(ledger, known, seat),
            is_playable=able,
        )
        name = Name(ledger.name(seat), known.buttons[seat], has_statue, known.may_peek)
        touch = Touch(
            fix=_fix(ledger, seat) if known.is_live else None,
            mark=known.marks.get(seat),
            peek=Peek(seat) if known.may_peek else None,
        )
        under = stem if is_beside else 0
        yield from light_panel(
            look, places[seat], name, shown, touch, is_asked=seat == asked, stem=under
        )


def _fix(ledger: Ledger, seat: Seat) -> Message:
    """Return what a touch on a player means: to say where suns lie, or what lies otherwise."""
    is_unknown = ledger.hands[seat].suns is None and ledger.level is Level.LIGHT
    return GoTo(Joining(Ask.SUNS)) if is_unknown else GoTo(Mending())


def _focus(ledger: Ledger, known: Known, seat: Seat) -> Sun | None:
    pick = known.pick
    if not isinstance(pick, Stepped):
        return None
    whose = owner(ledger, pick.sun) if pick.seat is None else pick.seat
    return pick.sun if whose == seat else None


def _dock(look: Look, rect: Rect, known: Known) -> Iterator[Piece]:
    """Yield a key for every sun that may lie in the centre, or what each control does."""
    ledger = known.ledger
    asks_suns = ledger.level is Level.LIGHT and ledger.stage in _PLAYING
    if look.canvas.touch and asks_suns and not look.is_big:
        yield strip(look, rect, _strip(look, known))
        return
    choosing, rest = chips(look, known.offered, known.caps)
    in_one_row = look.is_big and look.is_full
    yield chip_rows(look, rect, ((*choosing, *rest),) if in_one_row else (choosing, rest))


_PLAYING = (Wait.TURN, Wait.DRAWN, Wait.CALLED)


def _strip(look: Look, known: Known) -> Strip:
    ledger, able, caps = known.ledger, tellable(known.ledger), known.caps
    undo = known.offered.taps["undo"]
    if is_at_auction(ledger):
        first = Action(
            Sign("ok", caps.get(Play(UNSOLD), "")), look.say("Nobody"), Play(UNSOLD), UNSOLD in able
        )
    else:
        sign = Sign("ra", caps.get(Play(RA_TILE), ""))
        first = Action(sign, look.say("A Ra tile"), Play(RA_TILE), RA_TILE in able)
    ending = Enter(END_EPOCH)
    is_marked = isinstance(known.pick, Asking)
    over = Action(
        Sign("", caps.get(ending, "")), look.say("Epoch over"), ending, is_marked=is_marked
    )
    back = Action(Sign("undo", caps.get(undo.message, "")), look.say(undo.label), undo.message,
                  undo.is_lit)  # fmt: skip
    asked = look.say("Which sun lies in the centre now?")
    return Strip(asked, tuple(_keys(known)), (first, over, back))


def _keys(known: Known) -> Iterator[SunKey]:
    ledger = known.ledger
    for sun in winning_suns(ledger):
        seat = owner(ledger, sun)
        button = None if seat is None else known.buttons[seat]
        yield SunKey(sun, button, TakeSun(sun), known.caps.get(TakeSun(sun), ""))
