"""An auction that was settled: who won, what hands do, and a higher sun that opens it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from companion.core.commands import (
    OK,
    PLAYER_CONTROLS,
    SUN_KEYS,
    Command,
    choice,
    hold,
    key,
    player_control,
    tap,
)
from companion.core.effects import Update, refused, saying
from companion.core.messages import DismissResult, SettleAuction, StepSun, TakeSun
from companion.core.model import Model, OpenAuction, SettledAuction, TakenBack
from companion.core.notices import Notes, Notice
from companion.i18n import Words
from companion.pages.controls import PLAYER_KEYS, controls, is_scanning, prompt
from companion.pages.table import auction, playing, tracks
from companion.pages.table.situation import Over, ShownTable
from companion.rules.auction import Call, answers, leader
from companion.rules.editions import Seat, Sun
from companion.rules.events import DisasterStruck, EpochEnded, LotWon, NobodyBid
from companion.rules.model import Auction, Discarding, Game
from companion.rules.records.entries import Undo
from companion.rules.tiles import Tile, tiles
from companion.ui.layout import (
    Bands,
    columns,
    cut_top,
    largest_cells,
    middle,
    rows,
    shares,
    square,
    stacked,
)
from companion.ui.pieces import (
    SUN_DOWN,
    SUN_UP,
    SUN_WON,
    Sign,
    badge_width,
    emblem,
    is_named,
    sky,
    sun,
    tile,
)
from companion.ui.prompt_bar import Question, prompt_bar
from companion.ui.scene import Box, Disc, Rect, Target, loud
from companion.ui.speech import question, short_name
from companion.ui.style import CENTRED, SMALLEST_PX, TOUCH_PX, Piece, Shape, Size, Ui
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import Action, NameTag, action_key, as_large_as_fits, name_tag, tag_width

TWICE_SECONDS = 1.5
"""So long after a settlement a touch where a sun was only says who won: fingers that do not look
tap once more within this time."""


BY_ITSELF_SECONDS = 3.0
"""The same where nobody settled it, as nobody could bid any more: fingers still go to the key that
settles others."""


def seen(model: Model, past: SettledAuction) -> Model:
    """Return the model on which somebody has gone on after the settlement."""
    return model.with_pending(auction=replace(past, is_seen=True))


def reopenable(model: Model) -> SettledAuction | None:
    """Return the auction that a higher sun would still open again; None if there is none.

    It is open to that until somebody has gone on: no clock decides how long people may think.
    """
    past = last_result(model)
    return None if past is None or past.is_seen else past


def last_result(model: Model) -> SettledAuction | None:
    """Return the auction that was settled, if nothing has come after it; None otherwise."""
    past, timeline = model.pending.auction, model.session.timeline
    if not isinstance(past, SettledAuction) or timeline is None or not timeline.steps:
        return None
    return past if timeline.steps[-1].seq == past.seq else None


def has_result(model: Model) -> bool:
    """Whether an auction was settled just now, and nobody has gone on from what it came to.

    Until then a player's button is a late bid and nothing else. If it ended the epoch, it was gone
    on from when the points were: suns lie face up again.
    """
    timeline = model.session.timeline
    if timeline is None or reopenable(model) is None:
        return False
    return not any(isinstance(event, EpochEnded) for event in timeline.events)


def is_touched_twice(model: Model) -> bool:
    """Whether a touch may still be meant for what was there before the settlement."""
    return touched_twice_until(model) is not None


def touched_twice_until(model: Model) -> float | None:
    """Return from when on a touch means what is there now, in monotonic seconds; None: it does.

    Whoever plays with one button touches nothing: what it points at is where it always is.
    """
    past = reopenable(model)
    if past is None or is_scanning(model):
        return None
    is_by_itself = bool(past.calls) and past.calls[-1].settles
    is_long = is_by_itself and not isinstance(model.game.stage, Discarding)
    end = past.at + (BY_ITSELF_SECONDS if is_long else TWICE_SECONDS)
    return end if model.now < end else None


def overbids(model: Model, past: SettledAuction) -> Iterator[Call]:
    """Yield every sun that would open the auction again, ascending."""
    game = _game_before(model, past)
    lead = leader(past.calls)
    best = 0 if lead is None or lead.sun is None else lead.sun
    held = ((sun, seat) for seat in game.setup.seats for sun in game.players[seat].suns)
    yield from (Call(seat, sun) for sun, seat in sorted(held) if sun > best)


def late_bids(model: Model, past: SettledAuction) -> Iterator[Call]:
    """Yield the lowest of each player who has bid nothing in their turn: nobody bids twice."""
    game, told = _game_before(model, past), set[Seat]()
    said = answers(game, game.stage, past.calls) if isinstance(game.stage, Auction) else {}
    for call in overbids(model, past):
        if said.get(call.seat) is None and call.seat not in told:
            told.add(call.seat)
            yield call


def _game_before(model: Model, past: SettledAuction) -> Game:
    """Return the table on which the auction was still open."""
    timeline = model.session.timeline
    if timeline is None:
        raise LookupError("no game is on the table")
    return timeline.game_after(len(timeline.steps) - past.lines)


def step_again(model: Model, past: SettledAuction, seat: Seat) -> Update:
    """Open it again with the lowest sun of a player who has bid nothing; else say who won.

    Whoever has bid presses for the next turn and not to bid twice.
    """
    if all(each.seat != seat for each in late_bids(model, past)):
        return is_over(model, past)
    return reopen(model, past, lambda after: auction.step_sun(after, seat))


def reopen(model: Model, past: SettledAuction, bid: Callable[[Model], Update]) -> Update:
    """Take the settlement back and let a higher sun lead."""
    after, effects = reopened(model, past)
    if auction.auction_now(after) is None:
        return after, effects
    called, more = bid(after)
    return called, (*auction.lines_alone(effects), *more)


def reopened(model: Model, past: SettledAuction) -> Update:
    """Take all lines of the settlement back: the auction is open with its lead."""
    before = model.session.timeline
    after, effects = playing.enter_exactly(model, Undo(past.lines))
    timeline = after.session.timeline
    if timeline is None or timeline is before:
        return after, effects
    settlement = timeline.undone[-past.lines].events  # not the first pass or bid of the auction
    after = saying(after, TakenBack(settlement, again=False))
    still = auction.auction_now(after.with_pending(auction=None))
    if still is None:
        calls = past.calls
    else:  # entries between the calls may be among those that the settlement took back
        calls = tuple(
            replace(call, after=min(call.after, still.entries))
            for call in past.calls[len(still.lines) :]
        )
    return after.with_pending(auction=OpenAuction(calls, past.began)), effects


def is_over(model: Model, past: SettledAuction) -> Update:
    """Say who won."""
    lead = leader(past.calls)
    if lead is None or lead.sun is None:
        return refused(model, Notice(Notes.SETTLED_UNSOLD))
    name = model.game.setup.players[lead.seat]
    return refused(model, Notice(Notes.SETTLED, {"name": name, "sun": lead.sun}))


class Settled(Over, frozen=True):
    """An auction was settled just now: a higher sun opens it again, until somebody goes on."""

    past: SettledAuction
    is_discarding: bool
    """Whether people choose tiles for a disaster meanwhile."""

    def commands(self) -> Iterator[Command]:
        """Yield the same, OK, which goes on, and late bids, which are the players' buttons.

        In a disaster buttons choose tiles: only keys, fingers and one button bid.
        """
        model = self.model
        taken = () if self.is_discarding else PLAYER_CONTROLS
        for command in self.under.commands():
            yield command.without(taken)
        higher = {call.sun for call in overbids(model, self.past)}
        for name, number in SUN_KEYS.items():
            yield key(name, TakeSun(number), lit=number in higher)
        late = tuple(late_bids(model, self.past))
        for call in late:
            yield choice(TakeSun(call.sun or 0), sun=call.sun, late=True)
        if self.is_discarding:
            return
        yield tap("Next", DismissResult(), OK)
        seats = {call.seat for call in late}
        for seat in model.game.setup.seats:
            own = player_control(model, seat)
            yield tap("Sun", StepSun(seat), own, lit=seat in seats)
            yield hold("Pass", SettleAuction(), own, lit=False, silent=True)
        # who passes a moment too late means neither a bid nor whose turn it is
        yield key(PLAYER_KEYS, SettleAuction())

    def aloud(self, words: Words) -> Iterator[str]:
        """Yield the same, and whose button would still bid."""
        yield from super().aloud(words)
        names = self.model.game.setup.players
        late = [f"{names[call.seat]} {call.sun}" for call in late_bids(self.model, self.past)]
        if late:
            yield words.say("Late bid: {sun}", sun=words.list(late))


def result(ui: Ui, above: Rect, track: Rect, shown: ShownTable) -> Iterator[Piece]:
    """Yield who won with which sun above, and below what they won."""
    yield from winner(ui, above, shown)
    won = _lot_won(shown)
    if won is not None:
        yield from _won(ui, track, shown, won)


def last_of_epoch(ui: Ui, where: Bands, model: Model) -> Iterator[Piece]:
    """Yield the same of a lot that ended the epoch, without the keys of a turn."""
    timeline = model.session.timeline
    shown = ShownTable(
        game=model.game,
        buttons=model.session.buttons,
        steps=timeline.steps if timeline else (),
        offered=controls(model),
    )
    yield sky(ui, where.ra_track.y + where.ra_track.h)
    yield from result(ui, where.ra_track, where.auction_track, shown)
    yield prompt_bar(ui, where.prompt, Question(question(ui, prompt(model))))
    yield from for_hands(ui, where.panels, shown, model)


def winner(ui: Ui, above: Rect, shown: ShownTable) -> Iterator[Piece]:
    """Yield who won with which sun, or that nobody did."""
    won = _lot_won(shown)
    theme = ui.theme
    banner = above.inset(ui.px(10, 4))
    if won is None:
        yield Box(banner, theme.panel, border=theme.gold, radius=banner.h // 2)
        words = ui.say("Nobody won the auction")
        yield loud(ui.text(banner, words, _banner_px(banner), theme.ink, CENTRED))
        return
    colour = theme.buttons[shown.buttons[won.seat]]
    name = short_name(ui, shown.game.setup.players[won.seat])
    words = ui.say("{name} wins with", name=name)
    letters = ui.width_at(words, _banner_px(banner), CENTRED.weight)
    wide = min(banner.w, round(letters + banner.h * 2.8))
    banner = middle(banner, wide, banner.h)
    yield Box(banner, colour, radius=banner.h // 2)
    side = round(banner.h * 0.5)
    yield emblem(Rect(banner.x + banner.h // 3, banner.y, side, banner.h), shown.buttons[won.seat])
    disc = Rect(banner.x + banner.w - banner.h, banner.y, banner.h, banner.h)
    area = Rect(
        banner.x + banner.h // 2 + side, banner.y, banner.w - 2 * banner.h - side // 2, banner.h
    )
    yield loud(ui.text(area, words, _banner_px(banner), ON_BUTTON, CENTRED))
    yield Disc(disc, theme.panel)
    yield from sun(ui, disc.inset(max(2, banner.h // 16)), won.paid, SUN_WON)


def _won(ui: Ui, track: Rect, shown: ShownTable, won: LotWon) -> Iterator[Piece]:
    yield tracks.track_ground(ui, track, ui.theme.buttons[shown.buttons[won.seat]])
    lot = tiles(won.lot)
    if not lot:
        words = ui.say("No tiles: only the sun")
        yield ui.line(track, words, Size.NAME, ui.theme.ink_second, CENTRED)
        return
    inner = track.inset(ui.px(10, 6))
    near = middle(inner, min(inner.w, len(lot) * round(inner.h * 1.3)), inner.h)
    cells = largest_cells(near, len(lot), ui.px(8, 4))
    side = min(cells[0].w, cells[0].h)
    for kind, cell in zip(lot, cells, strict=True):
        yield tile(square(cell, side), kind)


def _banner_px(rect: Rect) -> int:
    return max(SMALLEST_PX, round(rect.h * 0.68))


def _events(shown: ShownTable) -> tuple[object, ...]:
    return shown.steps[-1].events if shown.steps else ()


def _lot_won(shown: ShownTable) -> LotWon | None:
    return next((each for each in _events(shown) if isinstance(each, LotWon)), None)


def for_hands(
    ui: Ui, rect: Rect, shown: ShownTable, model: Model, *, takes: bool = False
) -> Iterator[Piece]:
    """Yield what hands do now, as pictures: suns to exchange, and tiles that go.

    ``takes``: also the tiles that were won, where they are shown nowhere else.
    """
    is_open = reopenable(model) is not None
    if is_open:
        yield Target(rect, SettleAuction())  # where suns were a moment ago: it says who won
    won = _lot_won(shown)
    struck = [each for each in _events(shown) if isinstance(each, DisasterStruck)]
    has_room = ui.shape is not Shape.COMPACT or not struck  # else four cards with words
    taken = tiles(won.lot) if won is not None and takes and has_room else ()
    number = 1 if won is None else 2 + len(struck) + bool(taken)
    high = max(TOUCH_PX, ui.px(52, 44)) + ui.px(4)
    most = (rect.h - _least_height(ui, rect, number)) // high
    late = _late_bids(ui, rect.w, shown, model, max(1, most))
    upper, rect = cut_top(rect, high * len(late))
    if won is None:
        yield from _unsold(ui, rect, shown)
    else:
        places = [*_stack(ui, rect, number, ui.px(12, 6))]
        if taken:
            yield from _gone_or_won(ui, places.pop(0), ui.say("Take the tiles"), taken)
        take = ui.say("Take {sun}, face down", sun=won.sun)
        give = ui.say("{sun} into the centre", sun=won.paid)
        yield from _exchange(ui, places[0], won.sun, SUN_DOWN, take)
        yield from _exchange(ui, places[1], won.paid, SUN_WON, give)
        for each, place in zip(struck, places[2:], strict=True):
            into_box = (*(each.disaster,) * each.number, *tiles(each.lost))
            yield from _gone_or_won(ui, place, ui.say("Into the box"), into_box)
    if is_open:
        for row, keys in zip(rows(upper, len(late), 0), late, strict=True):
            yield from _reopening(ui, row._replace(h=high - ui.px(4)), shown, keys)


def _unsold(ui: Ui, rect: Rect, shown: ShownTable) -> Iterator[Piece]:
    unsold = next((each for each in _events(shown) if isinstance(each, NobodyBid)), None)
    gone = unsold is not None and bool(unsold.removed)
    words = ui.say("The tiles leave the game") if gone else ui.say("Everything stays")
    yield ui.line(rect, words, Size.TITLE, ui.theme.ink_second, CENTRED)


def _least_height(ui: Ui, rect: Rect, number: int) -> int:
    lines = -(-number // 2) if ui.shape is Shape.TALL else 1
    return ui.px(_LEAST_CARD) * (number if _is_narrow(ui, rect, number) else lines)


def _is_narrow(ui: Ui, rect: Rect, number: int) -> bool:
    """Whether cards lie one below the other since words have no room side by side."""
    return ui.shape is not Shape.TALL and rect.w // number < ui.px(_NARROWEST_CARD)


def _stack(ui: Ui, rect: Rect, number: int, gap: int) -> tuple[Rect, ...]:
    if ui.shape is not Shape.TALL:
        beside = rows if _is_narrow(ui, rect, number) else columns
        return beside(rect, number, gap)
    if rect.h // number >= ui.px(_LEAST_CARD):
        return rows(rect, number, gap)
    lines = rows(rect, -(-number // 2), gap)
    pairs = [2] * (number // 2) + [1] * (number % 2)
    return tuple(
        place
        for line, beside in zip(lines, pairs, strict=True)
        for place in columns(line, beside, gap)
    )


_LEAST_CARD = 60
"""How high a card is at least where they lie one below the other, in units; else two lie beside
each other."""


_NARROWEST_CARD = 160
"""How wide a card is at least where they stand side by side, in units: words have room there."""


def _exchange(ui: Ui, rect: Rect, disc: Sun, face: str, words: str) -> Iterator[Piece]:
    picture, under = _parts(ui, rect, words)
    yield from _card(ui, rect, under, words)
    from_, between, to = shares(picture, (1, 0.4, 1), 0)
    side = min(from_.w, from_.h)
    yield from sun(ui, square(from_, side * 8 // 10), disc, SUN_UP, ui.faint(0.35))
    arrow = max(SMALLEST_PX, min(side * 2 // 3, between.w))
    yield ui.text(picture, "\N{RIGHTWARDS ARROW}", arrow, ui.theme.gold, CENTRED)
    yield from sun(ui, square(to, side), disc, face)


def _gone_or_won(ui: Ui, rect: Rect, words: str, kinds: tuple[Tile, ...]) -> Iterator[Piece]:
    """Yield tiles in as many rows as make them largest, and where they go."""
    picture, under = _parts(ui, rect, words)
    yield from _card(ui, rect, under, words)
    cells = largest_cells(picture, len(kinds), ui.px(8, 4))
    side = min(cells[0].w, cells[0].h)
    for kind, cell in zip(kinds, cells, strict=True):
        yield tile(square(cell, side), kind)


def _parts(ui: Ui, rect: Rect, words: str) -> tuple[Rect, ...]:
    """Return where a card has its picture, and its words below: in two lines on a narrow card.

    On a card that is low and wide they stand beside it.
    """
    inner = rect.inset(ui.px(10, 5))
    if rect.w > _WIDE * rect.h and rect.h < ui.px(_FLAT):
        return shares(rect.inset(ui.px(12, 6), ui.px(2)), (1.0, 2.4), ui.px(12, 6))
    is_narrow = ui.canvas.type.width(words, ui.least_px, CENTRED.weight) > inner.w
    return stacked(inner, (1.5 if is_narrow or rect.h < ui.px(_FLAT) else 2.6, 1.0), 0)


def _card(ui: Ui, rect: Rect, under: Rect, words: str) -> Iterator[Piece]:
    yield Box(rect, ui.theme.panel, border=ui.theme.line, radius=ui.px(14, 10))
    largest = max(ui.em(Size.NAME), round(min(ui.canvas.size) / _CAPTION))
    yield from as_large_as_fits(ui, under, words, largest, CENTRED, least=ui.least_px)


_FLAT = 90
"""A card lower than so many units leaves its words a larger part, as a narrow one does."""

_WIDE = 4
"""So many times as wide as it is high, a card has its words beside its picture."""

_CAPTION = 21
"""Such a part of the screen's height what hands do is told, where it has room."""


class _LateBid(NamedTuple):
    """The key of a sun that would open the auction again, and how wide its parts are in pixels."""

    whose: Call
    name: str
    name_px: int
    key: Action
    key_px: int


def _late_bids(
    ui: Ui, wide: int, shown: ShownTable, model: Model, most: int
) -> Sequence[Sequence[_LateBid]]:
    """Return the keys of suns that would open the auction again, in so many rows at the most.

    Each says what it is where all have room in one row, else only the first, the lowest. Those left
    over have no room.
    """
    past = last_result(model)
    calls = () if past is None else tuple(late_bids(model, past))
    told = partial(ui.say, "Late bid: {sun}")
    each_says = [_late_bid(ui, wide, shown, call, told(sun=call.sun)) for call in calls]
    pad = ui.px(14, 8)
    if sum(each.name_px + each.key_px + pad for each in each_says) <= wide + pad:
        return [each_says] if each_says else []
    found, used = list[list[_LateBid]](), wide
    for call, whole in zip(calls, each_says, strict=True):
        late = whole if not found else _late_bid(ui, wide, shown, call, str(call.sun))
        if used + pad + late.name_px + late.key_px > wide:
            if len(found) == most:
                break
            found.append([])
            used = -pad
        used += pad + late.name_px + late.key_px
        found[-1].append(late)
    return found


def _late_bid(ui: Ui, wide: int, shown: ShownTable, call: Call, label: str) -> _LateBid:
    pad, high = ui.px(14, 8), max(TOUCH_PX, ui.px(52, 44))
    message = TakeSun(call.sun or 0)
    button = PLAYER_CONTROLS[shown.buttons[call.seat]]
    offer = shown.offered.taps.get(button)
    is_by_button = offer is not None and offer.is_lit and offer.message == StepSun(call.seat)
    sign = Sign(button if is_by_button else None, shown.caps.get(message, ""))
    badge_px = badge_width(ui, high, sign.key) if is_named(ui, sign) else pad
    key_px = max(TOUCH_PX, ui.width(label, Size.LABEL) + badge_px + 2 * pad)
    name = short_name(ui, shown.game.setup.players[call.seat], Size.LABEL)
    name_px = min(wide - key_px, tag_width(ui, NameTag(name, 0), ui.em(Size.LABEL)))
    return _LateBid(call, name, name_px, Action(sign, label, message), key_px)


def _reopening(ui: Ui, row: Rect, shown: ShownTable, keys: Sequence[_LateBid]) -> Iterator[Piece]:
    pad = ui.px(14, 8)
    left = row.x + row.w + pad - sum(each.name_px + each.key_px + pad for each in keys)
    for each in keys:
        spot, button = Rect(left, row.y, each.name_px, row.h), shown.buttons[each.whose.seat]
        yield from name_tag(ui, spot, NameTag(each.name, button), ui.em(Size.LABEL))
        yield Target(spot, each.key.message)
        yield action_key(ui, Rect(left + spot.w, row.y, each.key_px, row.h), each.key)
        left += each.name_px + each.key_px + pad
