"""What is being counted, as it is saved: no points but those that people typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from companion.core.effects import Update
from companion.core.messages import MachineMessage
from companion.core.model import Model
from companion.core.page import Room
from companion.pages.score_sheet.counts import PlayerCount
from companion.pages.score_sheet.result import next_epoch
from companion.pages.score_sheet.setup import EPOCH_SCOPES, Scope, SheetSetup, counting
from companion.pages.score_sheet.tally import SheetTally, tallying
from companion.rules.editions import SUN_GROUPS, Edition, NoPenalty, Seat, Sun
from companion.rules.model import LAST_EPOCH
from companion.rules.problems import IllegalAction
from companion.rules.tiles import KINDS, Tile, bundle_of, counts


class CountedPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was counted of one player."""

    tiles: Mapping[Tile, int] = {}
    suns: tuple[int, ...] = ()
    is_told: bool = False
    is_skipped: bool = False
    before: int | None = None
    """In the assistant: the points before the epoch."""
    said: tuple[Tile, ...] = ()
    """The kinds that people counted themselves."""
    known: Mapping[Tile, int] = {}
    """In a later epoch: what was known to be kept when it was counted."""


class KeptCount(msgspec.Struct, frozen=True, omit_defaults=True):
    """A count that is not entered yet."""

    epochs: tuple[tuple[CountedPlayer, ...], ...]
    """Everybody in each epoch; the last one is being counted."""
    game: str = ""
    """The game whose epoch is counted; empty in the assistant."""
    entries: int = 0
    """How many entries stood in that game."""
    epoch: int = 1
    """In the assistant: the first epoch that is counted."""
    is_whole: bool = False
    edition: Edition = Edition.C25
    no_penalty: NoPenalty = NoPenalty.OFF
    seat: int = 0
    """Whose page is open."""
    names: tuple[str, ...] = ()
    """In the assistant: as people typed them; empty: called by their colour, or forgotten."""
    later: tuple[tuple[CountedPlayer, ...], ...] = ()
    """In the assistant: the next epochs, as far as they were counted before people went back."""


class Recount(MachineMessage, frozen=True):
    """A message: this was being counted when the power went."""

    kept: KeptCount


def kept(model: Model, game: str) -> KeptCount | None:
    """Return what is being counted, as it is saved, in this game if it is one; None: nothing is."""
    page, timeline = model.pending.counting, model.session.timeline
    if page is None or (timeline is None and not page.is_assistant):
        return None
    options, called = page.partial_game.setup.options, page.partial_game.setup.players
    colours = zip(called, model.preferences.colour_names, strict=False)
    typed = tuple("" if name == colour else name for name, colour in colours)
    return KeptCount(
        epochs=tuple(map(_counted, (*page.earlier, page))),
        game="" if page.is_assistant else game,
        entries=len(timeline.steps) if timeline and not page.is_assistant else 0,
        epoch=page.epoch - len(page.earlier),
        is_whole=page.is_whole,
        edition=options.edition,
        no_penalty=options.two_player_no_penalty,
        seat=page.seat,
        names=typed if page.is_assistant and any(typed) else (),
        later=tuple(map(_counted, _later(page))),
    )


def _later(page: SheetTally) -> Iterator[SheetTally]:
    while page.later is not None:
        page = page.later
        yield page


def _counted(page: SheetTally) -> tuple[CountedPlayer, ...]:
    return tuple(
        CountedPlayer(
            counts(count.tiles),
            count.suns,
            count.is_told,
            count.is_skipped,
            hand.score if page.is_assistant else None,
            tuple(kind for kind in KINDS if kind in count.said),
            counts(hand.tiles) if page.is_assistant else {},
        )
        for count, hand in zip(page.counts, page.partial_game.hands, strict=True)
    )


def recounted(model: Model, message: Recount) -> Update:
    """Go on with a count: of the game on the table at once, else when the assistant is opened."""
    found = message.kept
    if found.game:
        page = _of_game(model, found)
        return (model if page is None else replace(model, page=page)), ()
    page = _of_sheet(model, found)
    return (model if page is None else model.with_pending(counting=page)), ()


def _of_game(model: Model, found: KeptCount) -> SheetTally | None:
    fresh, timeline = tallying(model), model.session.timeline
    if fresh is None or timeline is None or len(timeline.steps) != found.entries:
        return None
    return _filled(fresh, found.epochs[-1], found.seat)


def _of_sheet(model: Model, found: KeptCount) -> SheetTally | None:
    """Return the count; None if nobody could have counted so."""
    number = len(found.epochs[0]) if found.epochs else 0
    names = found.names if len(found.names) == number else ("",) * number
    if len(names) not in SUN_GROUPS or not 1 <= found.epoch <= LAST_EPOCH:
        return None
    scope = Scope.WHOLE if found.is_whole else EPOCH_SCOPES[found.epoch]
    setup = SheetSetup(names, scope, found.no_penalty, found.edition)
    page = counting(setup, model.preferences.colour_names)
    try:
        for at, players in enumerate(found.epochs):
            page = next_epoch(page) if at else page
            filled = _filled(page, players, found.seat)
            if filled is None:
                return None
            page = filled if at else _with_points(filled, players)
    except IllegalAction:
        return None
    return _with_later(page, found)


def _with_later(page: SheetTally, found: KeptCount) -> SheetTally | None:
    """Return the page with the epochs that were counted after it."""
    later: SheetTally | None = None
    for steps, players in reversed(tuple(enumerate(found.later, start=1))):
        filled = _filled(page, players, 0)
        if filled is None or page.epoch + steps > LAST_EPOCH:
            return None
        hands = zip(page.partial_game.hands, players, strict=True)
        known = tuple(replace(hand, tiles=bundle_of(each.known)) for hand, each in hands)
        game = replace(page.partial_game, epoch=page.epoch + steps, hands=known)
        later = replace(filled, partial_game=game, earlier=(), later=later)
    return replace(page, later=later)


def _filled(page: SheetTally, players: tuple[CountedPlayer, ...], seat: int) -> SheetTally | None:
    if len(players) != len(page.counts):
        return None
    told = tuple(
        PlayerCount(
            bundle_of(each.tiles),
            tuple(map(Sun, each.suns)),
            frozenset(each.said),
            each.is_told,
            each.is_skipped,
        )
        for each in players
    )
    return replace(page, counts=told, seat=Seat(seat % len(told)))


def _with_points(page: SheetTally, players: tuple[CountedPlayer, ...]) -> SheetTally:
    hands = zip(page.partial_game.hands, players, strict=True)
    typed = tuple(replace(hand, score=each.before) for hand, each in hands)
    return replace(page, partial_game=replace(page.partial_game, hands=typed))


ROOM = Room(messages={Recount: recounted})
