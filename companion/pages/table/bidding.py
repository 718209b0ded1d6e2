"""An auction that runs, and the moment after it, in which a higher sun opens it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.core.commands import (
    DIAL,
    GOD_KEY,
    INVOKE_KEY,
    OK,
    RA,
    SUN_KEYS,
    Command,
    Control,
    Prompt,
    choice,
    hold,
    key,
    named_tiles,
    player_control,
    tap,
    turning,
)
from companion.core.messages import (
    AuctionStillOpen,
    BringBack,
    CallPass,
    Peek,
    SettleAuction,
    ShowCard,
    StepSun,
    TakeSun,
)
from companion.core.model import Model
from companion.i18n import Words, mark
from companion.narration.aloud import suns
from companion.pages.controls import PLAYER_KEYS
from companion.pages.page_view import hidden_points, points_px
from companion.pages.points import lot_points
from companion.pages.reference.guide import GuideLine, Rule
from companion.pages.reference.rules_card import (
    SUNS_TYPED,
    Card,
    Cost,
    card_of,
    choice_line,
    disasters,
    fact_line,
    stake_line,
)
from companion.pages.table import auction
from companion.pages.table import seat as table_seat
from companion.pages.table.player_panel import lay_out, tiles_held
from companion.pages.table.situation import (
    DialCommand,
    Pick,
    PickCommand,
    PickSun,
    Pointed,
    ShownTable,
    Situation,
)
from companion.pages.table.tracks import Headline
from companion.rules.auction import bidding_order
from companion.rules.editions import Seat, Sun, Suns
from companion.rules.model import AuctionCause, Game
from companion.rules.problems import Fact
from companion.rules.tiles import Tile, Tiles
from companion.ui.layout import (
    columns,
    cut_foot,
    cut_left,
    cut_right,
    cut_top,
    largest_cells,
    left_part,
    middle,
    rows,
    shares,
    square,
    stacked,
    without_left,
)
from companion.ui.pieces import (
    SUN_UP,
    SUN_WON,
    Sign,
    badge,
    badge_width,
    emblem,
    focus_ring,
    hold_mark,
    shining,
    sun,
    tile,
)
from companion.ui.scene import Animated, Box, Disc, Item, Rect, Target, keyed
from companion.ui.speech import short_name
from companion.ui.style import (
    CENTRED,
    PLAIN,
    SMALLEST_PX,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    Ui,
    unscaled,
)
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import action_key, as_large_as_fits, can_fit

MOST_NAMED = 5
"""So many suns that would lead are named aloud; of more nobody keeps the list."""


class Bidding(Situation, frozen=True):
    """An auction runs."""

    now: auction.AuctionNow
    pick: PickSun | PickCommand | None = None

    def commands(self) -> Iterator[Command]:
        model, now = self.model, self.now
        yield from self._answers_due()
        for seat in now.game.setup.seats:
            own = player_control(model, seat)
            yield tap("Sun", StepSun(seat), own, lit=bool(now.higher(seat)))
            yield hold("Pass", CallPass(seat), own, lit=now.may_pass(seat))
        settling = self._settling()
        yield tap(settling.label, settling.message, OK, lit=auction.can_settle(model))
        yield tap("", AuctionStillOpen(), RA, lit=False, silent=True)
        yield turning("Choose")
        if isinstance(self.pick, PickSun):
            picked = self.pick.sun
            yield tap("Confirm", TakeSun(picked), OK, DIAL, sun=picked)
        else:
            yield from self.choosing()
        yield from self._not_settling()
        named = named_tiles(model.preferences.tile_keys)
        yield key((*named, INVOKE_KEY, GOD_KEY), AuctionStillOpen())
        for seat, button in zip(now.game.setup.seats, model.session.buttons, strict=True):
            yield key(PLAYER_KEYS[button], CallPass(seat))
        higher = {number for number, _ in now.every_higher}
        for name, number in SUN_KEYS.items():
            yield key(name, TakeSun(number), lit=number in higher)

    def _answers_due(self) -> Iterator[Command]:
        """Yield what one button goes through: the suns and the pass of each who has not answered.

        Where all have, any higher sun is still possible; a slip before is taken back with Undo.
        """
        now = self.now
        for seat in now.asked or now.game.setup.seats:
            for number in now.higher(seat):
                yield choice(TakeSun(number), sun=number)
            if now.may_pass(seat):
                yield choice(CallPass(seat), "Pass")

    def _settling(self) -> Pointed:
        """Return what OK says and means: before the table calls, whoever is next passes alone."""
        if table_seat.silent_before(self.model):
            return Pointed(mark("Pass"), CallPass(self.now.asked[0]))
        label = mark("Nobody") if self.now.leader is None else mark("Settled")
        return Pointed(label, SettleAuction())

    def _not_settling(self) -> Iterator[Command]:
        """Yield what OK means before it settles: a number is whole, or the card is read."""
        model = self.model
        for number, _ in self.now.every_higher:
            if str(number) == model.screen.digits:  # OK says that no second digit follows
                yield tap("Confirm", TakeSun(number), OK, sun=number)
        if model.screen.is_card_shown:  # nobody settles what the card lies over
            yield tap("Close", ShowCard(), OK)

    def prompt(self) -> Prompt:
        now, names = self.now, self.now.game.setup.players
        if isinstance(self.pick, PickCommand):
            found = self._settling().message
            if isinstance(found, CallPass):
                return Prompt("{name} passes", {"name": names[found.seat]}, found.seat)
            return Prompt("Settled?")
        if isinstance(self.pick, PickSun):
            facts: dict[str, Fact] = {"player": names[self.pick.seat], "sun": self.pick.sun}
            return Prompt("{player} bids {sun}?", facts, self.pick.seat)
        caller = now.must_bid
        if caller is not None:
            must = mark("{player}: you invoked Ra and nobody has bid, so you must bid")
            return Prompt(must, {"player": names[caller]}, caller)
        by_keys = mark("Which sun wins? Type its number")
        return Prompt("Who wins, and with which sun?", by_keys=by_keys)

    def ring(self) -> tuple[Pick, ...]:
        settling = (PickCommand(DialCommand.SETTLE),) if auction.can_settle(self.model) else ()
        return (*(PickSun(seat, number) for number, seat in self.now.every_higher), *settling)

    def pointed(self) -> Pointed | None:
        match self.pick:
            case PickSun(sun=number):
                return Pointed(mark("Confirm"), TakeSun(number))
            case PickCommand():
                return self._settling()
            case _:
                return None

    def aloud(self, words: Words) -> Iterator[str]:
        """Yield who has just passed, who leads or what is asked, who is next, and what can lead."""
        now, names = self.now, self.now.game.setup.players
        lead, is_asked = now.leader, now.asked
        if self.pick is not None:
            yield from super().aloud(words)
            return
        if now.calls and now.calls[-1].sun is None and self.model.screen.notice is None:
            yield words.say("{name} passed", name=names[now.calls[-1].seat])
        if lead is None or lead.sun is None:
            yield from super().aloud(words)
        else:
            yield words.say("{name} leads with {sun}", name=names[lead.seat], sun=lead.sun)
        if lead is None and (worth := _worth(self.model)):
            yield words.say(worth.sentence, **worth.facts)
        if is_asked and now.must_bid is None:
            yield words.state(names[is_asked[0]], words.say("is next"))
        higher = tuple(number for number, seat in now.every_higher if seat in is_asked)
        if 0 < len(higher) <= MOST_NAMED:
            yield words.say("Possible: {suns}", suns=suns(higher))

    def card(self) -> Card:
        """Return what has to be beaten, what is won, and what passing means (section 1.6)."""
        now, game = self.now, self.now.game
        dangers, names = disasters(game), game.setup.players
        number = sum(tile in dangers for tile in game.track)
        passed = ", ".join(names[seat] for seat in game.setup.seats if seat in now.passed)
        must, worth = now.must_bid is not None, _worth(self.model)
        found = card_of(
            _to_beat(now, must=must),
            *((worth,) if worth else ()),
            fact_line(Cost.PASSED, players=passed) if passed else Rule.ONE_BID,
            stake_line(game),
            *((fact_line(Cost.LOT_STRIKES, number=number),) if dangers else ()),
            *((_winning(game, now.asked[0]),) if now.asked else ()),
            *(() if must else (_passing(now),)),
            tiles=(Tile.RA, *dangers),
        )
        return replace(found, by_keys=SUNS_TYPED)


def _worth(model: Model) -> GuideLine | None:
    worths, names = lot_points(model), model.game.setup.players
    if not worths:
        return None
    told = ", ".join(f"{name} {points}" for name, points in zip(names, worths, strict=True))
    return fact_line(Cost.WORTH, worths=told)


def _to_beat(now: auction.AuctionNow, *, must: bool) -> GuideLine | Rule:
    """Return who leads, or who must bid; before the first bid, who bids last."""
    names, lead = now.game.setup.players, now.leader
    if lead is not None and lead.sun is not None:
        return fact_line(Cost.TO_BEAT, player=names[lead.seat], sun=lead.sun)
    if must:
        return fact_line(Cost.MUST_BID, player=names[now.auction.ra_player])
    return Rule.RA_PLAYER


def _winning(game: Game, seat: Seat) -> GuideLine:
    """Return what winning costs whoever is asked next: a sun less (R-TRN-1, R-EPE-1)."""
    own, name = len(game.players[seat].suns), game.setup.players[seat]
    if sum(len(player.suns) for player in game.players) == 1:
        return choice_line(Cost.BID_LAST_OF_ALL, player=name)
    return choice_line(Cost.BID, player=name, number=own - 1)


def _passing(now: auction.AuctionNow) -> GuideLine:
    names, lead = now.game.setup.players, now.leader
    if lead is not None and lead.sun is not None:
        return choice_line(Cost.LEADER_WINS, player=names[lead.seat], sun=lead.sun)
    if now.auction.cause is AuctionCause.INVOKED:
        return choice_line(Cost.CALLER_MUST, player=names[now.auction.ra_player])
    full = now.auction.cause is AuctionCause.TRACK_FULL
    return choice_line(Cost.ALL_LEAVES if full else Cost.ALL_STAYS)


BEADS = 24
"""Of so many points a ring consists that shrinks while time runs."""


class Column(msgspec.Struct, frozen=True):
    """What is shown of one player at an auction."""

    name: str
    button: int
    suns: Suns
    """With which they would lead."""
    bid: Sun | None
    """With which they lead."""
    up: Suns
    """Every sun face up before them, ascending: none changes its place while the auction runs."""
    note: str
    """Whether they lead or have passed, or what they can do."""
    worth: str
    """What the tiles are worth to them, if the table wants to know."""
    is_next: bool
    """Whether they are asked next."""
    is_out: bool
    """Whether nobody asks them any more."""
    has_statue: bool
    tiles: Tiles
    focus: Sun | None
    is_timed: bool
    """Whether the auction settles itself."""
    peek: Peek | None
    """What shows them their hidden points; None where nobody may look."""
    peek_key: str
    """What is written on the key that means the same; empty where there is no keyboard."""


def called(ui: Ui, now: auction.AuctionNow, buttons: Sequence[int]) -> Headline:
    """Return who invoked Ra, or drew it."""
    caller = now.auction.ra_player
    name = short_name(ui, now.game.setup.players[caller])
    calls, draws = mark("{name} invokes Ra!"), mark("{name} draws Ra!")
    said = ui.say(draws if now.auction.cause is AuctionCause.RA_DRAWN else calls, name=name)
    return Headline(said, buttons[caller])


def room_for_columns(ui: Ui, panels: Rect, dock: Rect) -> Rect:
    """Return the panels' place and what the keys of an auction leave free below."""
    free = max(0, dock.h - _keys_px(ui))
    return Rect(panels.x, panels.y, panels.w, panels.h + free)


def _keys_px(ui: Ui) -> int:
    return ui.px(60) * 2 + ui.px(6) if ui.shape is Shape.TALL else ui.px(72, 56)


def columns_of(
    ui: Ui, rect: Rect, shown: ShownTable, model: Model, now: auction.AuctionNow
) -> Iterator[Piece]:
    """Yield a column, or on a high screen a row, for every player, in the order of bidding."""
    order = bidding_order(now.game, now.auction)
    resting = tuple(seat for seat in now.game.setup.seats if seat not in order)
    worths = lot_points(model) or ("",) * len(now.game.players)
    players = [_column(ui, shown, model, now, seat, worths[seat]) for seat in (*order, *resting)]
    is_high = ui.shape is Shape.TALL
    gap = ui.px(16, 8)
    number = len(players)
    places = rows(rect, number, gap // 2) if is_high else columns(rect, number, gap)
    high = min(each.h for each in places)  # names are of one size, to the pixel
    places = tuple(each._replace(h=high) for each in places)
    most = max(len(each.up) for each in players)
    parted = [_parted(ui, place, most) for place in places]
    side = min(_side(ui, where.suns, each) for where, each in zip(parted, players, strict=True))
    for place, where, each in zip(places, parted, players, strict=True):
        yield from _player(ui, place, _with_words(ui, where, each), each, side)
    if ui.is_full:
        yield from _arrows(ui, places[: len(order)])


def _arrows(ui: Ui, places: Sequence[Rect]) -> Iterator[Piece]:
    for one, other in pairwise(places):
        left = one.x + one.w
        spot = Rect(left, one.y, other.x - left, ui.px(60, 36))
        px = max(SMALLEST_PX, ui.px(24))
        yield ui.text(spot, "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}", px,
                        ui.theme.gold, CENTRED)  # fmt: skip


def _column(  # noqa: PLR0913, PLR0917 - all that one player's column comes from
    ui: Ui, shown: ShownTable, model: Model, now: auction.AuctionNow, seat: Seat, worth: str
) -> Column:
    lead, up = now.leader, now.game.players[seat].suns
    bid = lead.sun if lead is not None and lead.seat == seat else None
    suns, called = now.higher(seat), now.answers
    is_next, is_last = now.asked[:1] == (seat,), seat == now.auction.ra_player
    is_out = bid is None and (seat in called or not suns)
    note = ui.say("is last") if is_last and up else ""
    if bid is not None:
        note = ui.say("leads")
    elif (outbid := called.get(seat)) is not None:
        note = ui.say("bid {sun}", sun=outbid)
    elif seat in called:
        note = ui.say("passed")
    elif not suns:
        note = ui.say("no higher sun") if up else ui.say("no sun left")
    elif now.must_bid == seat:
        note = ui.say("must bid")
    elif is_next:
        note = ui.say("is next")
    pick = shown.pick
    peek = Peek(seat) if shown.may_peek else None
    return Column(
        name=now.game.setup.players[seat],
        button=shown.buttons[seat],
        suns=suns,
        bid=bid,
        up=up,
        note=note,
        worth="" if is_out else worth,
        is_next=is_next,
        is_out=is_out,
        has_statue=is_last,
        tiles=now.game.players[seat].tiles,
        focus=pick.sun if isinstance(pick, PickSun) and pick.seat == seat else None,
        is_timed=bid is not None and auction.due(model) is not None,
        peek=peek,
        peek_key="" if peek is None else shown.caps.get(peek, ""),
    )


class _Parts(NamedTuple):
    head: Rect
    note: Rect
    suns: Rect
    tiles: Rect | None
    """What they own; None where large print leaves no room for it."""


def _parted(ui: Ui, rect: Rect, number: int) -> _Parts:
    """Return where the name of a player stands, so many suns, and what they own.

    What is higher than suns can be in a narrow column is left to what they own.
    """
    pad = ui.px(10, 4)
    if ui.shape is Shape.TALL:
        head, middle_, right = shares(rect, (1.25, 1.5, 0.01 if ui.is_big else 1.2), 0)
        name, note = stacked(head, (1.1, 1.0), 0)
        owned = None if ui.is_big else right.inset(pad)
        return _Parts(name, note, middle_.inset(pad), owned)
    low = ui.line_height(Size.LABEL)
    head, rest = cut_top(rect, max(ui.px(58, 34), round(rect.h * 0.14)))
    note, rest = cut_top(rest, low)
    if ui.is_big:
        return _Parts(head, note, rest.inset(pad), None)
    inner = rest.inset(pad, 2)
    suns, _ = stacked(inner, (0.9 if ui.is_full else 1.25, 1.0), ui.px(4))
    cells = largest_cells(suns, number, ui.px(8, 4))
    used = cells[-1].y - cells[0].y + min(cells[0].w, cells[0].h)
    suns, owned = cut_top(inner, min(suns.h, used), ui.px(4))
    return _Parts(head, note, suns, owned)


def _with_words(ui: Ui, parts: _Parts, shown: Column) -> _Parts:
    """Return the same with room for the note of who is out, above suns that nobody can bid."""
    if not shown.is_out or ui.shape is Shape.TALL:
        return parts
    wide = ui.width_at(shown.note, ui.least_px, PLAIN.weight)
    if wide <= _note_room(ui, parts, shown).w:
        return parts
    note, suns = parts.note, parts.suns
    high = max(note.h, 2 * ui.least_px)
    _, suns = cut_top(suns, note.y + high - suns.y)
    return parts._replace(note=note._replace(h=high), suns=suns)


def _player(ui: Ui, rect: Rect, parts: _Parts, shown: Column, side: int) -> Iterator[Piece]:
    theme, colour = ui.theme, ui.theme.buttons[shown.button]
    fade = theme.veil if shown.is_out else 1.0
    radius = ui.px(14, 10)
    ground = theme.panel if shown.bid is None else theme.panel_active
    is_lit = shown.is_next or shown.bid is not None
    rim = max(2, ui.px(4 if is_lit else 2))
    yield Box(rect, ground, border=theme.ink if shown.is_next else colour, border_px=rim,
              radius=radius)  # fmt: skip
    head = parts.head
    if ui.shape is Shape.TALL:
        head = Rect(rect.x, rect.y, head.w, rect.h)
    if shown.is_next:  # their frame is seen all round
        inner = rect.inset(rim)
        head = Rect(inner.x, inner.y, min(inner.w, head.w - rim), min(inner.h, head.h - rim))
    yield Box(head, colour, radius=radius, opacity=max(fade, 0.6))
    yield from _head(ui, parts.head, shown)
    ink = ON_BUTTON if ui.shape is Shape.TALL else theme.ink if is_lit else theme.ink_second
    area = _note_room(ui, parts, shown)
    px = min(ui.em(Size.LABEL), max(SMALLEST_PX, area.h * 17 // 20))
    if note := _note(ui, area, shown):
        least = ui.least_px if shown.is_out else SMALLEST_PX
        yield from as_large_as_fits(ui, area, note, px, CENTRED, colour=ink, least=least)
    yield from _sun_keys(ui, parts.suns, shown, min(side, _side(ui, parts.suns, shown)))
    if parts.tiles is not None:
        yield Box(Rect(parts.tiles.x, parts.tiles.y - 1, parts.tiles.w, 1), theme.line)
        found = lay_out(ui, parts.tiles, 0)
        yield from tiles_held(ui, found, shown.tiles, fade)
    if shown.has_statue:
        yield tile(_statue(ui, parts, shown), Tile.RA)


def _note_room(ui: Ui, parts: _Parts, shown: Column) -> Rect:
    """Return where the note stands: the Ra tile lies beside it where it is not beside the name."""
    spot = _statue(ui, parts, shown)
    is_below = shown.has_statue and spot.y >= parts.note.y
    room = left_part(parts.note, spot.x - parts.note.x) if is_below else parts.note
    return room.inset(ui.px(4, 2), 0)


def _note(ui: Ui, area: Rect, shown: Column) -> str:
    """Return what stands below a name; who is last need not be told: their Ra tile says it."""
    both = " \N{MIDDLE DOT} ".join(filter(None, (shown.worth, shown.note)))
    return both if can_fit(ui, area, both) or not shown.has_statue else shown.worth


def _head(ui: Ui, rect: Rect, shown: Column) -> Iterator[Piece]:
    spot, area, _ = _on_head(ui, rect, shown)
    yield emblem(spot, shown.button)
    px = _head_px(ui, rect)
    yield ui.text(area, shown.name, px, ON_BUTTON)
    used = ui.width_at(shown.name, px, PLAIN.weight) + ui.px(8)
    if shown.peek is not None and used + points_px(ui) <= area.w:
        room = without_left(area, used)
        found, left = hidden_points(ui, room, shown.peek_key)
        yield from found
        right = room.x + room.w
        wide = max(right - left, TOUCH_PX)
        high = max(rect.h, TOUCH_PX)
        yield Target(Rect(right - wide, rect.y, wide, high), shown.peek)


def _head_px(ui: Ui, rect: Rect) -> int:
    return max(ui.em(Size.NAME), min(round(rect.h * 0.62), ui.em(Size.TITLE)))


def _on_head(ui: Ui, head: Rect, shown: Column) -> tuple[Rect, Rect, Rect | None]:
    """Return where the emblem is, the name, and beside it the Ra tile of who called.

    The tile is there only if the name is as large as other names then.
    """
    pad, gap = ui.px(12, 4), ui.px(4)
    side, mark = round(min(head.h * 0.5, head.w * 0.14)), round(min(head.h * 0.7, head.w * 0.18))
    inner = without_left(head, ui.px(12, 6))
    spot, area = cut_left(left_part(inner, inner.w - pad), side, pad)
    name = ui.width_at(shown.name, _head_px(ui, head), PLAIN.weight)
    if not shown.has_statue or name > area.w - mark - gap:
        return spot, area, None
    end, area = cut_right(area, mark, gap)
    return spot, area, square(end, mark)


def _statue(ui: Ui, parts: _Parts, shown: Column) -> Rect:
    """Return where the Ra tile of who called is: beside the name, or beside the note below it."""
    note = parts.note
    side = min(note.h, note.w // 4)
    below = Rect(note.x + note.w - side - ui.px(3), note.y, side, side)
    return _on_head(ui, parts.head, shown)[2] or below


def _beads(rect: Rect) -> Iterator[Item]:
    side = max(3, rect.w // 22)
    reach = rect.w / 2 - side
    for bead, (right, down) in enumerate(_ROUND):
        x = rect.x + rect.w / 2 + right * reach - side / 2
        y = rect.y + rect.h / 2 + down * reach - side / 2
        point = Disc(Rect(round(x), round(y), side, side), ON_BUTTON)
        yield from keyed(Animated.BEAD, bead, (point,))


_ROUND = tuple((sin(2 * pi * at / BEADS), -cos(2 * pi * at / BEADS)) for at in range(BEADS))
"""Where the points of a ring lie, clockwise from the top."""


def _side(ui: Ui, rect: Rect, shown: Column) -> int:
    return min(min(cell.w, cell.h) for cell in _cells(ui, rect, shown) or (rect,))


def _cells(ui: Ui, rect: Rect, shown: Column) -> tuple[Rect, ...]:
    return largest_cells(rect, len(shown.up), ui.px(8, 4))


def _sun_keys(ui: Ui, rect: Rect, shown: Column, side: int) -> Iterator[Piece]:
    """Yield every sun of a player; all players' have one size, and those that cannot lead fade."""
    for each, cell in zip(shown.up, _cells(ui, rect, shown), strict=True):
        if each == shown.bid:
            yield from _leading(ui, cell, shown, each)
        else:
            yield from _sun_key(ui, cell, shown, each, side)


def _leading(ui: Ui, cell: Rect, shown: Column, one: Sun) -> Iterator[Piece]:
    """Yield the sun that leads on its player's colour, as large as its place, and the ring."""
    face = square(cell, min(cell.w, cell.h))
    disc = face.inset(-max(1, ui.px(2)))
    yield Disc(disc, ui.theme.buttons[shown.button])
    if shown.is_timed:
        yield from _beads(disc)
    yield from keyed(Animated.SUN, one, sun(ui, face, one, SUN_WON))


def _sun_key(ui: Ui, cell: Rect, shown: Column, one: Sun, side: int) -> Iterator[Piece]:
    disc = square(cell, side)
    can_lead = one in shown.suns
    fade = (ui.theme.veil if shown.is_out else 1.0) if can_lead else ui.faint(0.35)
    yield from keyed(Animated.SUN, one, sun(ui, disc, one, SUN_UP, fade))
    if not can_lead:
        return
    if one == shown.focus:
        yield focus_ring(ui, disc, disc.w // 2)
    yield Target(middle(cell, max(cell.w, TOUCH_PX), max(cell.h, TOUCH_PX)), TakeSun(one))


def dock_of(ui: Ui, rect: Rect, shown: ShownTable, now: auction.AuctionNow) -> Iterator[Piece]:
    """Yield what settles the auction, who may pass, and what takes the last call back."""
    high = min(rect.h, _keys_px(ui))
    gap = ui.px(12, 6)
    whole, _ = cut_foot(rect, high)
    dial = shown.offered.taps.get(Control.DIAL)
    can_redo = dial is not None and isinstance(dial.message, BringBack)
    if ui.shape is Shape.TALL:
        upper, both = stacked(whole, (1.0, 1.0), gap)
        settling, undo = shares(upper, (4.0, 1.4), gap)
    else:
        settling, both, undo = shares(whole, (3.4, 5.4, 1.4), gap)
    settling, both, undo = (ui.sided(each, rect) for each in (settling, both, undo))
    passing, aside = (ui.sided(each, both) for each in shares(both, (3.8, 1.6), gap))
    ok = shown.key(ui, Control.OK)
    lead = now.leader
    words = f"{ok.label} {ok.message.sun}" if isinstance(ok.message, TakeSun) else ok.label
    if (
        isinstance(ok.message, SettleAuction)
        and ok.is_lit
        and lead is not None
        and lead.sun is not None
    ):
        name = ui.short(now.game.setup.players[lead.seat], settling.w * 0.4, Size.NAME)
        words = ui.say("{name} wins with {sun}", name=name, sun=lead.sun)
    is_pointed = isinstance(shown.pick, PickCommand)
    yield action_key(ui, settling, replace(ok, label=words, is_marked=is_pointed, is_main=True))
    can_pass = any(now.may_pass(seat) for seat in now.game.setup.seats)
    if can_pass:
        wide = passing if can_redo else both
        yield Box(wide, ui.theme.panel, border=ui.theme.line, radius=ui.px(12, 9))
        yield from _pass_keys(ui, passing, shown, now)
    back = shown.key(ui, Control.UNDO)
    if back.message != ok.message:  # both put the rules card away
        yield action_key(ui, undo, back)
    if can_redo:  # in the place of a word that is not touched: no key moves for it
        yield action_key(ui, aside, shown.key(ui, Control.DIAL))
    elif can_pass:
        yield ui.line(aside, ui.say("passes"), Size.LABEL, ui.theme.ink, CENTRED)


def _pass_key(ui: Ui, key: Rect, button: int, cap: str) -> Iterator[Piece]:
    """Yield a player's emblem, and what is written on the key whole, beside a smaller emblem."""
    high, area = key.h * 6 // 10, key.inset(ui.px(3))
    if not cap:
        spot = middle(key, high, high)
        yield from shining(ui, spot, button)
        if ui.canvas.panel:
            yield hold_mark(ui, spot)  # a short press of that button bids
        return
    low = high * 6 // 7
    wide, gap = badge_width(ui, low, cap), ui.px(8, 4)
    if high + gap + wide <= area.w:
        sign, written = cut_left(middle(area, high + gap + wide, high), high, gap)
        yield from shining(ui, sign, button)
        yield from badge(ui, middle(written, wide, low), Sign(None, cap))
        return
    least = ui.px(14)
    small = ui if ui.width(cap, Size.LABEL) + least <= area.w else unscaled(ui)
    wide = small.width(cap, Size.LABEL)
    written, sign = cut_right(middle(area, min(area.w, high + gap + wide), area.h), wide)
    yield from shining(ui, middle(sign, sign.w, high), button)
    yield small.line(written, cap, Size.LABEL, ui.theme.ink, CENTRED)


def _pass_keys(ui: Ui, rect: Rect, shown: ShownTable, now: auction.AuctionNow) -> Iterator[Piece]:
    """Yield a key for each player who can say that they pass.

    Each has a place of its own while the auction runs: a second touch means nobody else.
    """
    order = bidding_order(now.game, now.auction)
    for seat, cell in zip(order, columns(rect, len(order), 0), strict=True):
        key, button = cell.inset(ui.px(8, 5)), shown.buttons[seat]
        if not now.may_pass(seat):
            continue
        colour = ui.theme.buttons[button]
        rim = max(2, ui.px(2))  # a key: what is filled and round is a button of the panel
        yield Box(key, ui.theme.panel, border=colour, border_px=rim, radius=ui.px(10, 7))
        cap = PLAYER_KEYS[button].upper() if shown.caps else ""  # OK may mean the same
        yield from _pass_key(ui, key, button, cap)
        yield Target(cell, CallPass(seat))
