"""A seat that the table plays: what it decides now, what hands do for it, and handing it over.

It decides by what everybody at the table knows (R-INF-1): a position does not hold the order of the
bag. Its action is only announced; it happens once people have done it, and what they enter counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import inf

import msgspec
from msgspec.structs import replace

from companion.core.commands import OK, RA, Command, Control, Prompt, bindings_of, tap
from companion.core.effects import Order, Update, refused, saying
from companion.core.messages import MachineMessage, Message, TakeBack
from companion.core.model import MachineMove, Model, machine_strength, seat_guests
from companion.core.notices import Notes, Notice
from companion.core.page import Handler
from companion.i18n import Words, mark
from companion.narration import bundle_names, thing_name, tile_name
from companion.opponent.strength import Strength
from companion.pages.page_view import back_key, keycaps
from companion.pages.status_bar import edge_px
from companion.pages.table import auction, playing, settled, table
from companion.pages.table.situation import Over
from companion.rules.actions import (
    TRACK_SPACES,
    Bid,
    Choice,
    Discard,
    EndGods,
    Invoke,
    Pass,
    ReachIntoBag,
    UseGod,
)
from companion.rules.auction import Call, bidding_order
from companion.rules.components import RA_FIGURE
from companion.rules.editions import Edition, Seat, Sun, Suns
from companion.rules.model import Auction, AuctionTrack, Game, Phase
from companion.rules.problems import Fact
from companion.rules.tiles import Tile, bundle
from companion.ui.layout import (
    columns,
    cut_foot,
    cut_right,
    left_part,
    middle,
    shares,
    square,
    stacked,
    without_left,
)
from companion.ui.pieces import SUN_UP, Sign, emblem, least_height, sky
from companion.ui.pieces import sun as disc
from companion.ui.pieces import tile as tile_picture
from companion.ui.scene import Animated, Box, Disc, Item, Picture, Rect, keyed
from companion.ui.speech import short_name
from companion.ui.style import (
    CENTRED,
    NUMBER,
    SMALLEST_PX,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    Ui,
    without_large_print,
)
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import Action, action_key, as_large_as_fits, card_key


class Asked(msgspec.Struct, frozen=True):
    """A seat that the table plays and that decides now, or next in the auction that runs."""

    seat: Seat
    game: Game
    """As it is if they decide now: in an auction with what was called as bids."""
    strength: Strength
    is_due: bool
    """Whether they decide now; else people may still call before them."""


def asked(model: Model) -> Asked | None:
    """Return the seat that the table decides for; None while people decide, or less is entered."""
    timeline = model.session.timeline
    if timeline is None or timeline.partial_game is not None:
        return None
    if all(guest.is_person for guest in seat_guests(model)):
        return None
    game = timeline.game
    if isinstance(game.stage, Auction):
        return _bidding(model, game.stage)
    own = None if game.stage is Phase.OVER else machine_strength(model, game.active)
    return None if own is None else Asked(game.active, game, own, is_due=True)


def _bidding(model: Model, stage: Auction) -> Asked | None:
    """Return the first seat in the order of bidding that the table plays and that has not called.

    It is due when everybody before it has called, or has no sun with which they would lead.
    """
    now = auction.auction_now(model)
    if now is None:
        return None
    is_due = True
    for seat in now.asked:
        own = machine_strength(model, seat)
        if own is None:
            is_due = False
            continue
        lead = now.leader
        bid, bidder = (None, None) if lead is None else (lead.sun, lead.seat)
        called = replace(stage, best_bid=bid, best_bidder=bidder)
        return Asked(seat, replace(now.game, active=seat, stage=called), own, is_due)
    return None


def silent_before(model: Model) -> tuple[Call, ...]:
    """Return that those pass who could call before the next seat that the table plays.

    Nothing if there is no such seat in the auction that runs, or nobody could.
    """
    now, next_one = auction.auction_now(model), asked(model)
    if now is None or next_one is None:
        return ()
    order = bidding_order(now.game, now.auction)
    before = order[: order.index(next_one.seat)]
    return tuple(Call(seat, is_silent=True) for seat in before if seat in now.asked)


def is_due(model: Model) -> bool:
    """Whether the table decides for a seat now, and can."""
    now = asked(model)
    return now is not None and now.is_due and may_call(model)


def may_call(model: Model) -> bool:
    """Whether the table decides for a seat, now or later in this auction, and can.

    It does not where people enter something else for that seat.
    """
    known = thought(model)
    is_open = known is None or (known.choice is not None and not known.is_put_away)
    return asked(model) is not None and is_open


def thought(model: Model) -> MachineMove | None:
    """Return what was decided for the seat that is asked; None while it is thought about."""
    now, known = asked(model), model.pending.thought
    return known if now is not None and known is not None and known.game == now.game else None


def is_thinking(model: Model) -> bool:
    """Whether the screen waits for what the table decides."""
    return is_due(model) and thought(model) is None


def is_put_away(model: Model) -> bool:
    """Whether people draw for that seat, or enter something else: the table is shown as always."""
    known = thought(model)
    return known is not None and known.is_put_away


def is_shown(model: Model) -> bool:
    """Whether the screen says what hands do for a seat, in place of the table."""
    page = model.page
    if not isinstance(page, table.Table) or page.pick is not None:
        return False
    return not settled.has_result(model) and is_due(model) and not is_put_away(model)


def hide_instruction(model: Model, *, is_put_away: bool) -> Model:
    """Return the model that shows the table as always, or again what hands do."""
    now, known = asked(model), thought(model)
    if now is None:
        return model
    if known is None:  # it is still thought about
        known = MachineMove(now.game, None)
    kept = replace(known, is_put_away=is_put_away)
    return replace(model.with_pending(thought=kept), page=table.Table())


def draws(model: Model) -> bool:
    """Whether people have drawn for that seat, and only the tile is to be entered."""
    known = thought(model)
    return known is not None and known.is_put_away and isinstance(known.choice, ReachIntoBag)


AGAIN_SECONDS = 0.5
"""Hands take longer for the next thing: a second press so soon is the first, said twice."""


def is_said_twice(model: Model) -> bool:
    """Whether hands were said to be done only a moment ago."""
    return model.now < model.pending.hands_at + AGAIN_SECONDS


def on_tick(model: Model) -> Update | None:
    """Return the model in which keys mean again what they say; None: they do already.

    It differs from the one before: the picture holds what a touch means, and is drawn anew.
    """
    if model.pending.hands_at == -inf or is_said_twice(model):
        return None
    return model.with_pending(hands_at=-inf), ()


def done(model: Model) -> Update:
    """Let what was decided happen, as hands have done it; for a draw people enter the tile."""
    now, known = asked(model), thought(model)
    if is_said_twice(model):
        return model, ()
    if now is None or not now.is_due or known is None or known.choice is None:
        return refused(model, Notice(Notes.NOT_NOW))
    model = model.with_pending(hands_at=model.now)
    match known.choice:
        case Bid(sun):
            return auction.call(model, Call(now.seat, sun))
        case Pass():
            return auction.call(model, Call(now.seat))
        case Invoke() | UseGod() | EndGods() | Discard():
            return playing.play(model, known.choice)
        case _:
            return hide_instruction(model, is_put_away=True), ()


class Instruction(msgspec.Struct, frozen=True):
    """What a seat does, and what hands do for it, in English words."""

    does: str
    hands: str
    facts: Mapping[str, Fact]


_NOTHING_TO_DO = mark("Nothing to move")


def hands(model: Model) -> Instruction | None:
    """Return what the screen says for the seat that the table plays; None if it says nothing."""
    now = asked(model)
    if now is None:
        return None
    known = thought(model)
    facts: dict[str, Fact] = {"name": now.game.setup.players[now.seat]}
    if known is None or known.choice is None:
        return Instruction(mark("{name} is thinking"), mark("One moment"), facts)
    return _hands(now.game, known.choice, facts)


def _hands(game: Game, choice: Choice, facts: dict[str, Fact]) -> Instruction:
    match choice:
        case Bid(sun):
            does, told = mark("{name} bids {sun}"), mark("Push sun {sun} forward")
            return Instruction(does, told, {**facts, "sun": sun})
        case Pass():
            return Instruction(mark("{name} passes"), _NOTHING_TO_DO, facts)
        case Invoke():
            is_statue = game.setup.edition is Edition.C25
            given = (
                mark("Give {name} the Ra statue")
                if is_statue
                else mark("Give {name} the Ra figure")
            )
            return Instruction(mark("{name} invokes Ra!"), given, facts)
        case UseGod(space):
            tile = game.track[space]
            taken: dict[str, Fact] = {} if tile is None else {"tile": tile}
            does, told = mark("{name} uses a God tile"), mark("Swap the God tile for {tile}")
            return Instruction(does, told, {**facts, **taken, "number": space + 1})
        case EndGods():
            return Instruction(mark("{name} uses no more God tiles"), _NOTHING_TO_DO, facts)
        case Discard():
            return Instruction(mark("{name} discards"), mark("Into the box: {tiles}"), facts)
        case _:
            return Instruction(mark("{name} draws a tile"), mark("Take one out of the bag"), facts)


def sentences(model: Model, words: Words, name: str | None = None) -> tuple[str, ...]:
    """Return what the seat, called ``name`` here, does and what hands do for it."""
    told, known = hands(model), thought(model)
    if told is None:
        return ()
    facts = {key: tile_name(fact, words) if key == "tile" else fact  # type: ignore[arg-type]
             for key, fact in told.facts.items()}  # fmt: skip
    if name is not None:
        facts["name"] = name
    if known is not None and isinstance(known.choice, Discard):
        facts["tiles"] = bundle_names(bundle(known.choice.tiles), words)
    return words.say(told.does, **facts), words.say(told.hands, **facts)


def lead(now: Asked, words: Words, called: Callable[[str], str] = str) -> str:
    """Return who leads the auction in which that seat decides; empty if nobody does."""
    stage = now.game.stage
    if not isinstance(stage, Auction) or stage.best_bidder is None or stage.best_bid is None:
        return ""
    name = called(now.game.setup.players[stage.best_bidder])
    return words.say("{name} leads with {sun}", name=name, sun=stage.best_bid)


class MachineSeat(Over, frozen=True):
    """A machine has decided: the screen says what hands do, in place of the table."""

    def commands(self) -> Iterator[Command]:
        """Yield that hands are done; what else could be done is not written."""
        for command in self.under.commands():
            yield command.silent()
        known = thought(self.model)
        has_decided = known is not None and known.choice is not None
        yield tap("Done", HandsDone(), OK, RA, lit=has_decided)

    def prompt(self) -> Prompt:
        now, told = asked(self.model), hands(self.model)
        if now is None or told is None:
            return self.under.prompt()
        return Prompt(told.does, told.facts, now.seat)

    def aloud(self, words: Words) -> Iterator[str]:
        now = asked(self.model)
        if now is not None and (leads := lead(now, words)):
            yield leads
        yield from sentences(self.model, words)


class JustDone(Over, frozen=True):
    """Hands were done a moment ago: a second press of the same says nothing else."""

    def commands(self) -> Iterator[Command]:
        found = tuple(self.under.commands())
        yield from found
        taps = bindings_of(found).taps
        for control in (OK, RA):
            if control in taps:
                yield Command(replace(taps[control], message=HandsDone()), (control,))


class HandOver(Message, frozen=True):
    """A message: the table plays this seat so well from now on; None: a person does."""

    seat: Seat
    strength: Strength | None


class HandsDone(Message, frozen=True):
    """A message: hands have done for a seat what the screen says."""


class HideInstruction(Message, frozen=True):
    """A message: people enter something else than what the screen says; the table is right."""


class Decided(MachineMessage, frozen=True):
    """A message: this is decided on this table; None: nothing can be."""

    game: Game
    choice: Choice | None


class Think(Order, frozen=True):
    """An order: decide for whose turn it is, and forget what was thought about before."""

    game: Game
    strength: Strength


class KeepSeats(Order, frozen=True):
    """An order: keep who plays each seat of the game on the table, for the next start."""

    strengths: tuple[Strength | None, ...]


Orders = Think | KeepSeats


def orders(before: Model, after: Model) -> tuple[Order, ...]:
    """Return the order to think, if the table decides about something that it did not before."""
    now = asked(after)
    if now is None or thought(after) is not None:
        return ()
    was = asked(before)
    if was is not None and was.game == now.game and was.strength is now.strength:
        return ()
    return (Think(now.game, now.strength),)


def _decided(model: Model, message: Decided) -> Update:
    now = asked(model)
    if now is None or now.game != message.game:  # another table: nobody waits for it
        return model, ()
    thought = MachineMove(message.game, message.choice, is_put_away(model))
    return model.with_pending(thought=thought), ()


def _handed_over(model: Model, seat: Seat, strength: Strength | None) -> Update:
    here, timeline = seat_guests(model), model.session.timeline
    if timeline is None or not 0 <= seat < len(here):
        return refused(model, Notice(Notes.NOT_NOW))
    if timeline.partial_game is not None and strength is not None:
        return refused(model, Notice(Notes.TABLE_PLAYS_FULL))
    left = tuple(
        replace(guest, strength=strength) if place == seat else guest
        for place, guest in enumerate(here)
    )
    now = asked(model)
    agreement = playing.as_played(model.session.agreement, left)
    after = model.with_session(last_guests=left, agreement=agreement)
    if now is not None and now.seat == seat:  # the new player of this seat decides again
        after = after.with_pending(thought=None)
    kept = KeepSeats(tuple(guest.strength for guest in left))
    return after, (kept,)


def with_less(model: Model) -> Model:
    """Return the model that says why the table does not play on, if less is entered now."""
    if all(guest.is_person for guest in seat_guests(model)):
        return model
    return saying(model, Notice(Notes.TABLE_PLAYS_FULL))


MESSAGES: Mapping[type[Message], Handler] = {
    HandsDone: lambda model, _: done(model),
    HideInstruction: lambda model, _: (hide_instruction(model, is_put_away=True), ()),
    HandOver: lambda model, message: _handed_over(model, message.seat, message.strength),
    Decided: _decided,
}
"""What becomes of a seat that the table plays."""

Drawing = Callable[[Rect], Iterator[Item]]
"""Fills a rectangle with a picture."""

BAG = "ui_bag"


def show_seat(ui: Ui, model: Model) -> Iterator[Piece]:
    """Yield who it is, what it does, what hands do, pictures of that, and one key: done."""
    now, known = asked(model), thought(model)
    if now is None:
        return
    width, height = ui.canvas.size
    top, margin, gap = edge_px(ui, model), ui.px(20, 8), ui.px(14, 7)
    whole = Rect(margin, top + gap, width - 2 * margin, height - top - 2 * gap)
    is_tall = ui.shape is Shape.TALL
    heads, does, told, cards, foot = stacked(
        whole, (1.2, 3.0, 1.6, 5.6, 1.6) if is_tall else (1.5, 2.7, 1.7, 5.0, 2.0), gap
    )
    yield sky(ui, cards.y + cards.h)
    yield from _heads(ui, heads, model, now.seat)
    name = short_name(ui, now.game.setup.players[now.seat], Size.DISPLAY)
    said = sentences(model, ui.canvas.words, name)
    if leads := lead(now, ui.canvas.words, partial(short_name, ui)):
        above, does = stacked(does, (1.0, 2.0), 0)  # what is touched keeps its place
        yield from _sentence(ui, above, leads, ui.share(14))
    yield from _sentence(ui, does, said[0], ui.share(7), is_gold=True)
    yield from _sentence(ui, told, said[1], ui.share(12))
    yield Box(cards, ui.theme.panel, border=ui.theme.line, border_px=max(1, ui.px(2)),
              radius=ui.px(18, 12))  # fmt: skip
    yield from _cards(ui, cards.inset(gap), model, now, known)
    yield from _foot(ui, foot, model, is_ready=known is not None)


def _sentence(ui: Ui, rect: Rect, text: str, px: int, *, is_gold: bool = False) -> Iterator[Piece]:
    ink = ui.theme.gold if is_gold and ui.theme.is_dark else ui.theme.ink
    style = NUMBER if is_gold else CENTRED
    yield from as_large_as_fits(ui, rect, text, min(px, rect.h), style, colour=ink)


def _heads(ui: Ui, rect: Rect, model: Model, active: int) -> Iterator[Piece]:
    side = max(TOUCH_PX, rect.h)
    back = Rect(rect.x, rect.y, max(TOUCH_PX, min(side, rect.w // 6)), side)
    timeline = model.session.timeline
    yield from back_key(ui, back, TakeBack(), is_lit=bool(timeline and timeline.steps))
    gap = ui.px(12, 5)
    names = model.game.setup.players
    is_narrow = rect.w < len(names) * ui.share(4)
    parts = tuple(_WIDER if is_narrow and seat == active else 1.0 for seat in range(len(names)))
    places = shares(without_left(rect, back.w + gap), parts, gap)
    for seat, (name, place) in enumerate(zip(names, places, strict=True)):
        button, is_active = model.session.buttons[seat], seat == active
        colour = ui.theme.buttons[button]
        yield Box(place, colour if is_active else ui.theme.panel, border=colour,
                  border_px=max(2, ui.px(3)), radius=ui.px(12, 9),
                  glow=colour if is_active else None,
                  glow_px=ui.px(8) if is_active else 0)  # fmt: skip
        inner = place.inset(ui.px(10, 4))
        is_named = is_active or not is_narrow
        spot = (
            left_part(inner, min(inner.h, inner.w // 4)) if is_named else inner.inset(inner.w // 6)
        )
        ink = ON_BUTTON if is_active else ui.theme.ink
        yield emblem(spot, button, ON_BUTTON if is_active else colour)
        if not is_named:
            continue
        area = without_left(inner, spot.w + ui.px(8, 3))
        yield ui.text(area, name, min(round(area.h * 0.8), ui.share(16)), ink)


_WIDER = 2.6
"""How much wider the one name is where there is no room for all."""


def _foot(ui: Ui, rect: Rect, model: Model, *, is_ready: bool) -> Iterator[Piece]:
    """Yield the one key, a small one for whoever has something else to enter, and the rules."""
    gap = ui.px(14, 6)
    side = max(TOUCH_PX, ui.share(11))
    end, rest = cut_right(rect, side, gap)
    ask = middle(end, side, side)
    if ui.shape is Shape.TALL:
        done, other = shares(rest, (1.5, 1), gap)
    else:
        other, done, _ = (ui.sided(each, rect) for each in shares(rect, (1, 1.25, 1), gap))
        ask = ui.sided(ask, rect)
    sign = Sign(Control.OK, keycaps(ui, model).get(HandsDone(), ""))
    yield action_key(ui, done, Action(sign, ui.say("Done"), HandsDone(), is_ready, is_gold=True))
    low = middle(other, other.w, min(other.h, max(TOUCH_PX, ui.share(9))))
    yield action_key(ui, low, Action(Sign(), ui.say("Something else"), HideInstruction()))
    yield from card_key(ui, ask)


Card = tuple[Drawing, str]
"""A picture, and what it says."""


def _cards(
    ui: Ui, rect: Rect, model: Model, now: Asked, known: MachineMove | None
) -> Iterator[Piece]:
    pictures = _pictures(ui, model, now, known)
    is_tall = ui.shape is Shape.TALL and len(pictures) > 1
    arrow = max(SMALLEST_PX, ui.share(14))
    parts = (1.0, *(0.3, 1.0) * (len(pictures) - 1))  # arrows between them
    places = (stacked if is_tall else shares)(rect, parts, 0)
    sign = "\N{DOWNWARDS ARROW}" if is_tall else "\N{RIGHTWARDS ARROW}"
    for place in places[1::2]:
        yield ui.text(place, sign, arrow, ui.theme.gold, NUMBER)
    laid: list[Item] = []
    px = ui.share(21)
    width = min(place.w for place in places[::2])
    needed = max(least_height(ui, caption, width) for _, caption in pictures) + ui.px(4)
    below = max(round(px * 1.3), min(needed, rect.h // 3))
    for place, (draw, caption) in zip(places[::2], pictures, strict=True):
        if is_tall:
            picture, words = shares(place, (1, 1), ui.px(8))
        else:
            words, picture = cut_foot(place, below)
        laid += draw(picture)
        ink = ui.theme.ink_second
        yield from as_large_as_fits(ui, words, caption, px, CENTRED, colour=ink)
    yield from sorted(laid, key=_is_above)


def _is_above(item: Item) -> bool:
    """Whether it comes in hands: then it lies over all that is there."""
    return item.key is not None and not item.key[1]


def _pictures(ui: Ui, model: Model, now: Asked, known: MachineMove | None) -> tuple[Card, ...]:
    game, choice = now.game, None if known is None else known.choice
    button, name = model.session.buttons[now.seat], game.setup.players[now.seat]
    own = partial(_player, ui, button)
    up = game.players[now.seat].suns
    box = ui.say("Into the box")
    match choice:
        case None:
            return ((own, name),)
        case Bid(number):
            lying = partial(_suns, ui, up, number)
            return (lying, ui.say("its suns")), (
                partial(_suns, ui, up, number, is_after=True),
                ui.say("sun {sun} in front", sun=number),
            )
        case Pass() | EndGods():
            resting = partial(_suns, ui, up, None)
            is_bidding = isinstance(game.stage, Auction)
            return ((resting, ui.say("its suns")),) if is_bidding and up else ((own, name),)
        case Invoke():
            return (
                partial(_lying, Tile.RA),
                thing_name(RA_FIGURE, ui.canvas.words, game.setup.edition),
            ), (partial(_comes, ui, Tile.RA, button), name)
        case UseGod(space):
            taken = game.track[space] or Tile.GOD
            return (
                (partial(_still, Tile.GOD), box),
                (partial(_lying, taken), ui.say("Space {number}", number=space + 1)),
                (partial(_comes, ui, taken, button), name),
            )
        case Discard(tiles):
            return (partial(_player, ui, button, lying=True), name), (
                partial(_boxed, ui, tiles),
                box,
            )
        case _:
            space = next((at for at, tile in enumerate(game.track) if tile is None), 0)
            return (
                (partial(_bag, ui), ui.say("from the bag")),
                (
                    partial(_drawn, ui, game.track, space),
                    ui.say("Space {number}", number=space + 1),
                ),
            )


def _side(rect: Rect, share: float = 1.0) -> int:
    return max(1, round(min(rect.w, rect.h) * share))


def _player(ui: Ui, button: int, rect: Rect, *, lying: bool = False) -> Iterator[Item]:
    spot = square(rect, _side(rect, 0.7))
    items = (Disc(spot, ui.theme.buttons[button]), emblem(spot.inset(spot.w // 5), button))
    yield from keyed(Animated.HANDS, 1, items) if lying else items


def _still(kind: Tile, rect: Rect) -> Iterator[Item]:
    yield tile_picture(square(rect, _side(rect, 0.7)), kind)


def _lying(kind: Tile, rect: Rect) -> Iterator[Item]:
    """Yield a tile where it lies before hands take it."""
    spot = square(rect, _side(rect, 0.8))
    yield from keyed(Animated.HANDS, 1, (tile_picture(spot, kind, 0.4),))


def _comes(ui: Ui, kind: Tile, button: int, rect: Rect) -> Iterator[Item]:
    side = _side(rect, 0.75)
    spot = square(rect, side)
    yield Box(spot.inset(-side // 8), ui.theme.buttons[button], radius=side // 6)
    yield from keyed(Animated.HANDS, 0, (tile_picture(spot, kind),))


def _boxed(ui: Ui, kinds: tuple[Tile, ...], rect: Rect) -> Iterator[Item]:
    cells = columns(middle(rect, round(rect.w * 0.9), rect.h), len(kinds), ui.px(6))
    side = _side(cells[0], 0.8)
    floor = Rect(rect.x, rect.y + (rect.h + side) // 2, rect.w, max(3, ui.px(6)))
    yield Box(floor, ui.theme.ink_third, radius=floor.h // 2)
    tiles = (
        tile_picture(square(cell, side), kind) for cell, kind in zip(cells, kinds, strict=True)
    )
    yield from keyed(Animated.HANDS, 0, tiles)


def _bag(ui: Ui, rect: Rect) -> Iterator[Item]:
    spot = square(rect, _side(rect, 0.9))
    yield from keyed(Animated.HANDS, 1, (Picture(spot, BAG, tint=ui.theme.ink_second),))


_BEFORE = 2
"""How many tiles of the track are shown before the space for the next."""


def _drawn(ui: Ui, track: AuctionTrack, space: int, rect: Rect) -> Iterator[Item]:
    """Yield the end of the auction track, and the tile that comes there, face down."""
    shown = range(max(0, min(space - _BEFORE, TRACK_SPACES - _BEFORE - 1)), space + 1)
    area = middle(rect, min(rect.w, rect.h * len(shown)), rect.h)
    cells = columns(area, len(shown), ui.px(12, 6))
    side = _side(cells[0], 0.85)
    for place, cell in zip(shown, cells, strict=True):
        spot, kind = square(cell, side), track[place]
        if kind is not None:
            yield tile_picture(spot, kind)
            continue
        rim = max(2, ui.px(3))
        yield Box(spot.inset(-rim), border=ui.theme.gold, border_px=rim, radius=side // 6)
        back = (
            Box(spot, ui.theme.panel_active, border=ui.theme.ink_second, border_px=rim,
                radius=side // 7),
            Picture(square(spot, side * 6 // 10), SUN_UP, 0.7),
        )  # fmt: skip
        yield from keyed(Animated.HANDS, 0, back)


def _suns(
    ui: Ui, up: Suns, bid: Sun | None, rect: Rect, *, is_after: bool = False
) -> Iterator[Item]:
    """Yield the suns of a seat in a row; the one that is bid lies in it, or is pushed forward."""
    ui = without_large_print(ui)  # the raised sun lies over its place: large numbers would meet
    cells = columns(middle(rect, min(rect.w, rect.h * len(up)), rect.h), len(up), ui.px(4))
    side = _side(cells[0], 0.62)
    for each, cell in zip(up, cells, strict=True):
        low = Rect(cell.x, cell.y + cell.h - side, cell.w, side)
        if each != bid:
            yield from disc(ui, square(low, side), each, SUN_UP, ui.faint(0.4 if bid else 1.0))
        elif is_after:
            faint = disc(ui, square(low, side), each, SUN_UP, ui.faint(0.15))
            yield from keyed(Animated.HANDS, 1, faint)
            big = round(side * 1.15)
            high = Rect(cell.x, cell.y, cell.w, min(cell.h, big))
            yield from keyed(Animated.HANDS, 0, disc(ui, square(high, big), each))
        else:
            yield from disc(ui, square(low, side), each)
