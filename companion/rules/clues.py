"""Which drawn tile, had it been another kind, could make the difference that people see.

Here is only asked what can be answered at a glance; whether it does make the difference, the game
says when it is played again.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec

from companion.rules.actions import Action, Discard, Draw, UseGod
from companion.rules.editions import Seat
from companion.rules.model import Disaster, Game
from companion.rules.play import play
from companion.rules.refusal import IllegalAction, Why
from companion.rules.tiles import KINDS, Family, Tile, Tiles, count
from companion.rules.timeline import Moment
from companion.rules.tracing import Drawn, before, hands_after, taker


class Refused(msgspec.Struct, frozen=True):
    """The table did this, and the screen cannot follow."""

    action: Action


class Counted(msgspec.Struct, frozen=True):
    """What everybody has now, before anything is discarded if the epoch has ended."""

    hands: tuple[Tiles, ...]
    has_ended: bool
    """Whether the table says that the epoch ended with the last entry."""


Observation = Refused | Counted
"""What people see that the screen does not say."""

Helps = Callable[[Drawn, Tile], bool]
"""Whether a drawn tile could make the difference, had it been of this kind."""


def clues(start: Game, moments: Sequence[Moment], seen: Observation, last: Drawn) -> Helps:
    """Return which tile could make the difference.

    Args:
        start: The table before the first moment.
        moments: Everything that stands; at least a draw.
        seen: What people see.
        last: The tile that was drawn last.
    """
    at = len(moments) - 1
    if isinstance(seen, Refused):
        game = moments[-1].game
        try:
            play(game, seen.action)
        except IllegalAction as refused:
            helps = _BY_REASON.get(refused.refusal.why, _never)
            return partial(helps, _Stuck(game, seen.action, last, at, taker(moments[-1].events)))
        return partial(_never, None)
    said, has_ended = hands_after(before(start, moments, at), moments[-1])
    if has_ended != seen.has_ended:
        return partial(_ends, last, at)
    differs = {
        seat: (_more(told, held), _more(held, told))
        for seat, (told, held) in enumerate(zip(said, seen.hands, strict=True))
        if told != held
    }
    return partial(_differs, differs)


def _more(held: Tiles, others: Tiles) -> set[Tile]:
    return {tile for tile in KINDS if count(held, tile) > count(others, tile)}


def _ends(last: Drawn, at: int, drawn: Drawn, kind: Tile) -> bool:
    """A Ra tile ends an epoch, and a disaster makes it wait for a choice."""
    if drawn is last and Tile.RA in {drawn.said, kind}:
        return True
    return drawn.taken == at and Family.DISASTER in {drawn.said.family, kind.family}


def _differs(differs: Mapping[int, tuple[set[Tile], set[Tile]]], drawn: Drawn, kind: Tile) -> bool:
    """Whether it lies with somebody who has something else, and may be part of that."""
    if drawn.seat is None or drawn.seat not in differs:
        return False
    more, fewer = differs[drawn.seat]
    return _is_among(drawn.said, more) and _is_among(kind, fewer)


def _is_among(tile: Tile, kinds: set[Tile]) -> bool:
    """Whether a tile is one of these, or one that would not be there to be seen.

    A disaster takes others away instead, a flood is taken before a Nile, and a tile that was lost
    meanwhile leaves no trace: then there is nothing to be among.
    """
    return not kinds or tile in kinds or tile.family in {Family.DISASTER, Family.RIVER}


class _Stuck(msgspec.Struct, frozen=True):
    """Where the screen cannot follow the table."""

    game: Game
    action: Action
    last: Drawn
    place: int
    """The last moment."""
    taker: Seat | None
    """Who got tiles in it."""

    @property
    def given(self) -> tuple[Tile, ...]:
        """What is given up, if anything."""
        return self.action.tiles if isinstance(self.action, Discard) else ()

    def is_own(self, drawn: Drawn) -> bool:
        """Whether the tile lies with the player to decide."""
        return drawn.seat == self.game.active

    def is_near(self, drawn: Drawn) -> bool:
        """Whether it was taken just now; what is given up to a lot may take two entries."""
        return drawn.seat is not None and drawn.taken >= self.place - 1


def _never(_stuck: object, _drawn: Drawn, _kind: Tile) -> bool:
    """No tile could make a difference."""
    return False


def _frees_one(stuck: _Stuck, drawn: Drawn, _kind: Tile) -> bool:
    """The bag had one more of the kind that is drawn now."""
    return isinstance(stuck.action, Draw) and drawn.said is stuck.action.tile


def _was_no_ra(stuck: _Stuck, drawn: Drawn, _kind: Tile) -> bool:
    return drawn is stuck.last and drawn.said is Tile.RA


def _was_ra(stuck: _Stuck, drawn: Drawn, kind: Tile) -> bool:
    return drawn is stuck.last and kind is Tile.RA


def _leaves_no_choice(stuck: _Stuck, drawn: Drawn, _kind: Tile) -> bool:
    """There was no disaster, or too few tiles to choose from."""
    stage = stuck.game.stage
    exposed = isinstance(stage, Disaster) and drawn.said.family is stage.family
    near = stuck.is_near(drawn) and drawn.said.family is Family.DISASTER
    return near or (exposed and stuck.is_own(drawn))


def _leaves_a_choice(stuck: _Stuck, drawn: Drawn, kind: Tile) -> bool:
    """There was a disaster, or more tiles to choose from."""
    more = drawn.seat == stuck.taker and kind.family in {tile.family for tile in stuck.given}
    return more or (stuck.is_near(drawn) and kind.family is Family.DISASTER)


def _was_given(stuck: _Stuck, drawn: Drawn, kind: Tile) -> bool:
    return stuck.is_own(drawn) and kind in stuck.given


def _leaves_another_number(stuck: _Stuck, drawn: Drawn, kind: Tile) -> bool:
    """More or fewer tiles must be given up."""
    families = {drawn.said.family, kind.family}
    family = stuck.game.stage.family if isinstance(stuck.game.stage, Disaster) else None
    return stuck.is_own(drawn) and (family in families or Family.DISASTER in families)


def _was_god(stuck: _Stuck, drawn: Drawn, kind: Tile) -> bool:
    return stuck.is_own(drawn) and kind is Tile.GOD


def _was_no_god(stuck: _Stuck, drawn: Drawn, _kind: Tile) -> bool:
    slot = stuck.action.slot if isinstance(stuck.action, UseGod) else None
    return drawn.slot is not None and drawn.slot == slot


_BY_REASON: Mapping[Why, Callable[[_Stuck, Drawn, Tile], bool]] = {
    Why.NONE_LEFT: _frees_one,
    Why.AUCTION_RUNNING: _was_no_ra,
    Why.NO_AUCTION: _was_ra,
    Why.MUST_DISCARD: _leaves_no_choice,
    Why.NOTHING_TO_DISCARD: _leaves_a_choice,
    Why.DISCARD_FAMILY: _leaves_a_choice,
    Why.DISCARD_COUNT: _leaves_another_number,
    Why.DISCARD_NOT_OWNED: _was_given,
    Why.NO_GOD: _was_god,
    Why.GOD_TAKES_NO_GOD: _was_no_god,
}
"""For each reason why the screen cannot follow: which tile, being another, could let it."""
