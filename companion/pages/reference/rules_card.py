"""The rules card: what the rules say about what is being decided now, and what each choice costs.

A card has three to six sentences. It lies over the table until the next press, which counts as
usual: no press is spent on putting the card away. The overview of all rules is a page, a leaf at a
time, to be read while the game waits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import unique
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.core.commands import DIAL, OK, P1, P2, RA, UNDO, Command, tap, turning
from companion.core.effects import Update
from companion.core.messages import Next, ShowCard, TurnDial
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import Sentences, Words, mark
from companion.narration.aloud import filled
from companion.pages.page_view import PlainPage, frame
from companion.pages.reference.guide import LEAVES, GuideLine, Rule, leaves, moves_on
from companion.pages.status_bar import edge_px
from companion.rules.actions import Level
from companion.rules.model import LAST_EPOCH, Discarding, Game, Phase
from companion.rules.partial import PartialGame, PartialPhase
from companion.rules.problems import Fact
from companion.rules.tiles import FAMILIES, Family, Tile
from companion.ui.kit import Kit, Widget
from companion.ui.layout import bands, left_part, middle, rows, square, without_left
from companion.ui.pieces import overlay, tile
from companion.ui.scene import Rect, Target
from companion.ui.speech import said
from companion.ui.style import Piece, Size, Ui, cached, unscaled
from companion.ui.widgets import Spoken, fits, paragraphs

MOST_SENTENCES = 6
"""More is not read in the middle of a game."""

MOST_TILES = 4


class Card(msgspec.Struct, frozen=True):
    """What lies over the table."""

    lines: tuple[GuideLine, ...]
    tiles: tuple[Tile, ...] = ()
    by_keys: tuple[GuideLine, ...] = ()
    """What is said besides to people at a keyboard."""


@unique
class Cost(Sentences):
    """What a choice costs or brings on this table; the value is the English sentence."""

    DRAW = "Draw: a Ra tile starts an auction; on the Ra track now: {ra} of {limit}."
    DRAW_EIGHTH = "Draw: this fills the last free space of the auction track."
    DRAW_LAST_RA = "Draw: one more Ra tile ends the epoch; tiles lost with it: {number}."
    CALL = "Invoke Ra: you must bid if nobody else does."
    CALL_ALONE = "Invoke Ra: nobody else has a face-up sun, so you must bid."
    CALL_FULL = "Invoke Ra: everybody may pass, but then all eight tiles leave the game."
    USE_GOD = "Use a God tile: it takes one tile; God tiles left afterwards: {number}."
    STAKE = "The winner gets all tiles and, for the next epoch, sun {sun}."
    STAKE_SUN = "The auction track is empty, so only sun {sun} can be won."

    WHOSE_TURN = "If it is somebody else's turn, tap their name, push the dial or press F5 to F9."

    GODS_LEFT = "God tiles left: {number}; each scores 2 points when the epoch ends."
    END_GODS = "Done: ends your turn."
    NO_GOD = "Back: no God tile is used, and it is still your turn."

    TO_BEAT = "{player} leads with {sun}; only a higher sun can win."
    PASSED = "Passed: {players}."
    MUST_BID = "{player} invoked Ra and nobody has bid: any sun will do, but a pass will not."
    BID = "{player} is next; face-up suns left after a win: {number}."
    BID_LAST_OF_ALL = "{player} is next; a win takes the last face-up sun and ends the epoch."
    WORTH = "These tiles should be worth, in points: {worths}."
    LOT_STRIKES = "Disasters among the tiles strike the winner at once: {number}."
    ALL_STAYS = "Pass: if nobody bids, everything stays where it is."
    ALL_LEAVES = "Pass: if nobody bids, all eight tiles leave the game."
    CALLER_MUST = "Pass: if nobody bids, {player} must."
    LEADER_WINS = "Pass: {player} has bid {sun} and wins if nobody bids higher."

    GIVE_UP = "Tiles you still have to discard: {number}."
    KINDS_LEFT = "Different kinds you have left: {number}."

    STILL_COUNTS = "What scores in every epoch also scores now."
    NO_CENTRE = "The sun in the centre counts for nobody."
    ANY_SUN = "It does not matter whether a sun is face up or face down."

    SEATS = "You sit clockwise, in this order."
    EDITION = "The edition decides the names and how Ra tiles are counted."
    TRACK_LENGTH = "Count the Ra track spaces on your board; the last one ends the epoch."
    WHO_DEALS = "The screen deals the suns, or you enter who has which group."
    SECRECY = "Points stay face down; agree on who may see them before the end."
    ONE_GROUP_EACH = "No two players have the same group."
    LOOK_BACK = "Looking back changes nothing."
    GO_ON = "Resuming from an earlier moment undoes everything after it."
    CAN_RETURN = "You can redo it until you do something else."

    FIX = "Choose what lies otherwise, then how it really lies; every change can be undone."

    SUN_KEYS = "Type the number of a sun: 13 is 1, then 3."


@unique
class KnownFact(Sentences):
    """What people enter of a game, and what they need not; the value is the English sentence."""

    TELL = "Enter every Ra tile, and which sun is in the centre after an auction."
    WHOSE_SUN = "No need to enter who won: everybody knows whose sun that was."
    THE_REST = "All other tiles lie on the table and are counted once the epoch is over."
    ON_RA_TRACK = "Ra tiles on the Ra track: {ra} of {limit}."
    CENTRE = "The winner gets all tiles and sun {sun}; the winning sun stays in the centre."
    POINTS_ONLY = "Enter nothing until the epoch is over; then count all tiles."
    MORE_OR_LESS = "The menu lets you enter more or less of the game."
    LEFT_OUT = "Skip what nobody knows; it stays unknown."
    LATER = "Anything unknown or entered wrongly can be entered later."
    COUNT = "Count what everybody has before anything is put away."
    MARKED = "Impossible numbers are marked, with the player's name."


def card(model: Model) -> Card | None:
    """Return the card for what is being decided now; None where nothing is."""
    return model.page.help(model)


def card_of(*said: GuideLine | Rule | Cost | KnownFact, tiles: tuple[Tile, ...] = ()) -> Card:
    """Return the card with the first six of these sentences, and pictures of four kinds."""
    lines = (each if isinstance(each, GuideLine) else GuideLine(each.value) for each in said)
    return Card(tuple(lines)[:MOST_SENTENCES], tiles[:MOST_TILES])


SUNS_TYPED = (GuideLine(Cost.SUN_KEYS.value),)


FIXING = card_of(Cost.FIX)


def fact_line(cost: Cost, **facts: Fact) -> GuideLine:
    """Return a fact of the table."""
    return GuideLine(cost.value, facts)


def choice_line(cost: Cost, **facts: Fact) -> GuideLine:
    """Return what a choice costs or brings."""
    return GuideLine(cost.value, facts, is_choice=True)


def stake_line(game: Game) -> GuideLine:
    """Return what an auction is for (R-AUC-4, R-AUC-5)."""
    is_empty = all(tile is None for tile in game.track)
    return fact_line(Cost.STAKE_SUN if is_empty else Cost.STAKE, sun=game.centre)


def disasters(game: Game) -> tuple[Tile, ...]:
    """Return the kinds of disasters on the auction track."""
    return tuple(kind for kind in FAMILIES[Family.DISASTER] if kind in game.track)


_EVERY_EPOCH = (Rule.GODS_AND_GOLD, Rule.PHARAOHS, Rule.RIVER, Rule.CIVILISATIONS)

_SCORED = (Tile.GOD, Tile.PHARAOH, Tile.FLOOD, Tile.ART)

_AT_THE_END = (
    Rule.DIFFERENT_MONUMENTS,
    Rule.EQUAL_MONUMENTS,
    Rule.MONUMENTS_COUNT_TWICE,
    Rule.SUM_OF_SUNS,
    Rule.NEVER_BELOW_ZERO,
)

_MONUMENTS = (Tile.PYRAMID, Tile.SPHINX, Tile.TEMPLE)


def of_epoch(model: Model) -> Card:
    """Say what is scored, and what stays (section 1.9, R-EPE-3)."""
    if model.game.stage is Phase.OVER:
        return card_of(Cost.STILL_COUNTS, *_AT_THE_END, tiles=_MONUMENTS)
    return card_of(*_EVERY_EPOCH, Rule.KEPT, Rule.SUNS_TURNED, tiles=_SCORED)


def of_tally(epoch: int) -> Card:
    """Say what counts (section 1.9, R-EPE-3)."""
    if epoch == LAST_EPOCH:
        return card_of(KnownFact.COUNT, *_AT_THE_END, tiles=_MONUMENTS)
    return _COUNTED


_COUNTED = card_of(KnownFact.COUNT, *_EVERY_EPOCH, KnownFact.MARKED, tiles=_SCORED)

_POINTS_ONLY = card_of(
    KnownFact.POINTS_ONLY,
    Rule.RA_ENDS_EPOCH,
    Rule.SUNS_END_EPOCH,
    KnownFact.MORE_OR_LESS,
    tiles=(Tile.RA,),
)

_BIDDING = (Rule.RA_PLAYER, Rule.ONE_BID, Rule.HIGHER)

_WAITING: Mapping[PartialPhase, tuple[Rule | KnownFact, ...]] = {
    PartialPhase.TURN: (
        KnownFact.TELL,
        KnownFact.WHOSE_SUN,
        KnownFact.THE_REST,
        KnownFact.MORE_OR_LESS,
    ),
    PartialPhase.DRAWN: (*_BIDDING, Rule.AFTER_RA_TILE),
    PartialPhase.CALLED: (*_BIDDING, Rule.AFTER_CALL),
}


def of_partial_table(partial_game: PartialGame) -> Card:
    """Return the card for a partially recorded table."""
    is_scored = partial_game.level is Level.SCORE_ONLY
    if is_scored and partial_game.stage is PartialPhase.TURN:
        return _POINTS_ONLY
    if partial_game.stage is PartialPhase.TALLY:
        return _COUNTED
    if partial_game.stage is PartialPhase.OVER:
        return card_of(Rule.MOST_POINTS, Rule.TIE, Rule.NEVER_BELOW_ZERO)
    found = card_of(*_WAITING[partial_game.stage], *_known(partial_game), tiles=(Tile.RA,))
    return found if is_scored else replace(found, by_keys=SUNS_TYPED)


def _known(partial_game: PartialGame) -> Iterator[GuideLine]:
    """Yield what is known of the Ra track and of the centre."""
    if partial_game.ra_count is not None:
        facts: dict[str, Fact] = {"ra": partial_game.ra_count, "limit": partial_game.setup.ra_limit}
        yield GuideLine(KnownFact.ON_RA_TRACK.value, facts)
    if partial_game.centre is not None:
        yield GuideLine(KnownFact.CENTRE.value, {"sun": partial_game.centre})


JOINING = card_of(KnownFact.LEFT_OUT, KnownFact.LATER, KnownFact.MORE_OR_LESS, tiles=(Tile.RA,))
"""Where questions are asked about a game that began without the screen."""

WELCOME = card_of(
    Rule.AIM, Rule.SUNS_BID, Rule.MOST_POINTS, Rule.PLAYERS, tiles=(Tile.RA, Tile.PYRAMID)
)

SEATING = card_of(Rule.PLAYERS, Cost.SEATS, Rule.START_POINTS, Rule.GROUPS, Rule.STARTER)

LAYING_OUT = card_of(Rule.AIM, Rule.SUNS_BID, Rule.GROUPS, Rule.STARTER, tiles=(Tile.RA,))

FINALE = card_of(Rule.MOST_POINTS, Rule.TIE, Cost.ANY_SUN, Cost.NO_CENTRE)
"""Who wins (R-END-1, R-END-2)."""

HISTORY = card_of(Cost.LOOK_BACK, Cost.GO_ON, Cost.CAN_RETURN)


def of_agreeing(model: Model) -> Card:
    """Return the card for the options."""
    return card_of(
        Cost.EDITION,
        Cost.TRACK_LENGTH,
        moves_on(model.session.agreement.options.edition),
        Cost.WHO_DEALS,
        Cost.SECRECY,
        tiles=(Tile.RA,),
    )


def of_dealing(*, is_by_hand: bool) -> Card:
    """Return the card for suns, dealt by the screen or by hand."""
    said = card_of(Rule.GROUPS, Cost.ONE_GROUP_EACH, Rule.FIRST_CENTRE, Rule.STARTER)
    return replace(said, by_keys=SUNS_TYPED) if is_by_hand else said


def laid(ui: Ui, model: Model) -> Iterator[Piece]:
    """Yield the card of the moment; nothing where nothing is decided."""
    found = model.page.help(model)
    if found is not None:
        typed = found.by_keys if ui.canvas.letters else ()
        sentences = _spoken(ui, (*found.lines, *typed))
        largest = Size.COUNT if model.page.has_track else Size.TITLE
        yield _laid(ui, _place(ui, model, sentences), sentences, found.tiles, largest)


def _place(ui: Ui, model: Model, sentences: tuple[Spoken, ...]) -> Rect:
    """Return where the card lies: where nothing is pressed, and over as little as it can."""
    top, own = edge_px(ui, model), model.page.card_space(ui, model)
    if not model.page.has_track:
        if own is not None:
            return own
        where = frame(ui, model)
        return around(ui, where.body, where.dock.y - where.body.y)
    at_table = bands(ui, top)
    narrow = at_table.panels if own is None else own
    low = narrow.y + narrow.h
    # what is asked above the tiles that a disaster takes is not half covered for large letters
    readable = unscaled(ui) if isinstance(model.game.stage, Discarding) else ui
    if fits(readable, _text_room(ui, narrow, has_tiles=True), sentences):
        return narrow
    top = at_table.auction_track.y
    return Rect(narrow.x, top, narrow.w, low - top)


def around(ui: Ui, body: Rect, high: int) -> Rect:
    """Return the place of a card over what a page is about; a chosen one shines as far."""
    wide = ui.px(14, 6)
    up = wide // 2
    return Rect(body.x - wide, body.y - up, body.w + 2 * wide, high + up)


def _text_room(ui: Ui, rect: Rect, *, has_tiles: bool) -> Rect:
    area = rect.inset(ui.px(18, 8))
    return without_left(area, _tile_px(ui) + ui.px(18, 10)) if has_tiles else area


def _tile_px(ui: Ui) -> int:
    return ui.px(72, 54)


@cached
def _laid(
    ui: Ui, rect: Rect, sentences: tuple[Spoken, ...], tiles: tuple[Tile, ...], largest: Size
) -> Iterator[Piece]:
    yield overlay(ui, rect)
    yield from _pictures(ui, rect.inset(ui.px(18, 8)), tiles)
    yield paragraphs(ui, _text_room(ui, rect, has_tiles=bool(tiles)), sentences, largest)
    yield Target(rect, ShowCard())


def _pictures(ui: Ui, rect: Rect, tiles: tuple[Tile, ...]) -> Iterator[Piece]:
    """Yield tiles one below the other at the left of a rectangle."""
    if not tiles:
        return
    gap, column = ui.px(10, 5), left_part(rect, _tile_px(ui))
    side = min(column.w, (rect.h - gap * (len(tiles) - 1)) // len(tiles))
    close = middle(column, column.w, len(tiles) * (side + gap) - gap)
    for kind, spot in zip(tiles, rows(close, len(tiles), gap), strict=True):
        yield tile(square(spot, side), kind)


def _spoken(ui: Ui, lines: tuple[GuideLine, ...]) -> tuple[Spoken, ...]:
    """Return sentences in the language of the table."""
    return tuple(Spoken(said(ui, line.sentence, line.facts), line.is_choice) for line in lines)


def aloud(lines: tuple[GuideLine, ...], words: Words) -> Iterator[str]:
    """Yield the same for whoever cannot see it."""
    return (filled(line.sentence, line.facts, words) for line in lines)


class Rules(PlainPage, frozen=True):
    """The overview of the rules, a leaf at a time."""

    leaf: int = 0
    over: Page | None = None
    """The page beside the game over which it was opened, and to which it leads back."""

    asks: ClassVar[str] = mark("Rules")

    def commands(self, model: Model) -> Iterator[Command]:
        yield tap("Back", TurnDial(-1), P1, lit=self.leaf > 0)
        yield tap("Next", TurnDial(1), P2, OK, lit=self.leaf < LEAVES - 1)
        yield tap("Close", Next(), UNDO, RA, DIAL)
        yield turning("Browse")

    def title(self, ui: Ui, model: Model) -> str:
        leaf = leaves(model.session.agreement.options)[self.leaf]
        number = ui.say("{number} of {all}", number=self.leaf + 1, all=LEAVES)
        return f"{ui.say(leaf.title)}  ({number})"

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        leaf = leaves(model.session.agreement.options)[self.leaf]
        yield words.say(leaf.title)
        yield from aloud(leaf.lines, words)

    def widget(self, kit: Kit, model: Model) -> Widget:
        leaf, ui = leaves(model.session.agreement.options)[self.leaf], kit.ui

        def draw(area: Rect) -> Iterator[Piece]:
            yield from _pictures(ui, area, leaf.tiles)
            used = _tile_px(ui) + ui.px(24, 12) if leaf.tiles else 0
            yield paragraphs(ui, without_left(area, used), _spoken(ui, leaf.lines), Size.SCORE)

        return kit.panel(kit.pad(Widget(draw), kit.px(28, 8)))

    def turn(self, model: Model, steps: int) -> Update:
        return replace(model, page=self._turned(steps)), ()

    def parent(self) -> Page | None:
        return self.over

    @classmethod
    def from_route(cls, model: Model, *_: object) -> Page:
        return cls(over=model.page if model.page.is_beside_the_game else None)

    def validated(self, model: Model) -> Page | None:
        return self._turned(0)

    def _turned(self, steps: int) -> Rules:
        """Return the leaf this many further on; the last one is the end."""
        return replace(self, leaf=min(max(0, self.leaf + steps), LEAVES - 1))
