"""The likeliest slip: which earlier tile was mistaken for which other kind."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from companion.rules.actions import DRAWS, Action, Discard, Draw, UseGod
from companion.rules.corrections.fixing import Confusions, Fix, confusions, fixed
from companion.rules.editions import Seat
from companion.rules.events import Event
from companion.rules.model import Disaster, Game
from companion.rules.partial.ledger import EndEpoch, TallyEpoch
from companion.rules.play import play
from companion.rules.records.shapes import Correct, SetLevel
from companion.rules.records.timeline import Deed, Moment, Seq
from companion.rules.records.tracing import (
    Drawn,
    before,
    draws,
    hands_after,
    strikes,
    taker,
    was_counted,
)
from companion.rules.refusal import IllegalAction, Why
from companion.rules.tiles import KINDS, Family, Tile, Tiles, count, size


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
"""Whether a drawn tile could explain the difference, had it been of this kind."""


def clues(start: Game, moments: Sequence[Moment], seen: Observation, last: Drawn) -> Helps:
    """Return which tile could explain the difference.

    Args:
        start: The table before the first moment.
        moments: All effective actions; at least one draw.
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
    """A Ra tile may end an epoch, and a disaster may wait for a choice."""
    if drawn is last and Tile.RA in {drawn.said, kind}:
        return True
    return drawn.taken == at and Family.DISASTER in {drawn.said.family, kind.family}


def _differs(differs: Mapping[int, tuple[set[Tile], set[Tile]]], drawn: Drawn, kind: Tile) -> bool:
    """Whether its owner has other tiles than the screen says, and it may be one of them."""
    if drawn.seat is None or drawn.seat not in differs:
        return False
    more, fewer = differs[drawn.seat]
    return _is_among(drawn.said, more) and _is_among(kind, fewer)


def _is_among(tile: Tile, kinds: set[Tile]) -> bool:
    """Whether a tile is one of these, or one that would not be there to be seen.

    A disaster takes other tiles away, a flood is taken before a Nile, and a tile lost meanwhile
    leaves no trace.
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
        """The tiles given up, if any."""
        return self.action.tiles if isinstance(self.action, Discard) else ()

    def is_own(self, drawn: Drawn) -> bool:
        """Whether the player to decide has the tile."""
        return drawn.seat == self.game.active

    def is_near(self, drawn: Drawn) -> bool:
        """Whether it was taken just now; giving up tiles for a lot may take two entries."""
        return drawn.seat is not None and drawn.taken >= self.place - 1


def _never(_stuck: object, _drawn: Drawn, _kind: Tile) -> bool:
    """No tile could explain it."""
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
"""For each reason why the screen cannot follow: which tile, if different, would let it."""

HABITS = confusions()
"""How people slip when they enter tiles by dial, buttons or touch."""

_DRAWS_TO_HALF = 120
"""The number of draws after which a slip is half as likely to be noticed only now."""

_WORTH_TRYING = 0.005
"""Suspects below this fraction of the likeliest are not replayed."""

_MOST_TRIED = 120
"""At most so many are replayed, likeliest first; without a limit it would take several frames."""


class Case(msgspec.Struct, frozen=True):
    """Everything that is known when screen and table disagree."""

    start: Game
    """The table before the first moment."""
    moments: Sequence[Moment]
    """All effective actions."""
    seen: Observation
    counted: int
    """The moment at which people last counted what everybody has, and agreed."""
    habits: Confusions = HABITS
    """How likely each kind is mistaken for each other."""


class Suspect(msgspec.Struct, frozen=True):
    """A tile that may have been entered as another, and the evidence."""

    place: int
    """Which of the moments, from 0."""
    seq: Seq
    """Which entry of the record, to be corrected."""
    said: Tile
    likely: Tile
    """What it was, most likely."""
    others: tuple[Tile, ...]
    """What else it may have been, likeliest first."""
    draws_ago: int
    """How many tiles have been drawn since: the fewer, the likelier."""
    in_bag: int
    """How many of the likely kind were in the bag when it was drawn."""
    habit: float
    """How many of all slips with the likely kind are this one, from 0 to 1."""
    chance: float
    """How likely it is this entry, among all suspects, from 0 to 1."""


def suspects(case: Case) -> tuple[Suspect, ...]:
    """Return which draws may have been entered wrong, likeliest first.

    Empty if no single tile explains what people see.
    """
    drawn = draws(case.start, case.moments)
    weighed = sorted(_weighed(case, drawn), key=lambda one: one[0], reverse=True)
    found: dict[int, list[tuple[float, Tile]]] = defaultdict(list)
    likeliest = 0.0
    for weight, one, kind in weighed[:_MOST_TRIED]:
        if weight < likeliest * _WORTH_TRYING:
            break
        if _explains(case, one, kind):
            likeliest = likeliest or weight
            found[one.place].append((weight, kind))
    whole = sum(weight for kinds in found.values() for weight, _ in kinds)
    named = [_suspect(case, drawn, place, kinds, whole) for place, kinds in found.items()]
    return tuple(sorted(named, key=lambda suspect: (-suspect.chance, -suspect.place)))


def _suspect(
    case: Case,
    drawn: Sequence[Drawn],
    place: int,
    kinds: Sequence[tuple[float, Tile]],
    whole: float,
) -> Suspect:
    said = next(one.said for one in drawn if one.place == place)
    likely = kinds[0][1]
    return Suspect(
        place=place,
        seq=case.moments[place].seq,
        said=said,
        likely=likely,
        others=tuple(kind for _, kind in kinds[1:]),
        draws_ago=sum(one.place > place for one in drawn),
        in_bag=count(before(case.start, case.moments, place).bag, likely),
        habit=case.habits[likely][said],
        chance=sum(weight for weight, _ in kinds) / whole,
    )


def _weighed(case: Case, drawn: Sequence[Drawn]) -> Iterator[tuple[float, Drawn, Tile]]:
    """Yield every tile that may have been another kind, and its likelihood before replaying."""
    if not drawn:
        return
    now = case.moments[-1].game.bag
    missing = [kind for kind in KINDS if now & kind.mask]
    struck = strikes(case.moments[: case.counted])
    helps = clues(case.start, case.moments, case.seen, drawn[-1])
    for ago, one in enumerate(reversed(drawn)):
        bag = before(case.start, case.moments, one.place).bag
        weight = 0.5 ** (ago / _DRAWS_TO_HALF) / size(bag)
        for kind in missing:
            if kind is one.said or not helps(one, kind):
                continue
            if not was_counted(one, kind, case.counted, struck):
                yield weight * count(bag, kind) * case.habits[kind][one.said], one, kind


def _explains(case: Case, drawn: Drawn, kind: Tile) -> bool:
    """Whether the game with this other tile is one that people could have played and seen."""
    moments, seen = case.moments, case.seen
    game = before(case.start, moments, drawn.place)
    for place in range(drawn.place, len(moments)):
        table, moment = game, moments[place]
        deed = DRAWS[kind] if place == drawn.place else moment.action
        try:
            game, events = _again(table, deed, moment)
        except IllegalAction:
            return False
        if place == case.counted - 1:
            agreed = hands_after(before(case.start, moments, place), moment)
            if hands_after(table, Moment(deed, events, game)) != agreed:
                return False
        if place == len(moments) - 1 and not isinstance(seen, Refused):
            said = hands_after(table, Moment(deed, events, game))
            return said == (seen.hands, seen.has_ended)
        if _is_forgotten(game, moment.game):
            now = moments[-1].game
            game = replace(now, bag=now.bag + drawn.said.one - kind.one)
            break
    return isinstance(seen, Refused) and _is_legal(game, seen.action)


def _again(game: Game, deed: Deed, moment: Moment) -> tuple[Game, tuple[Event, ...]]:
    """Return this table after an earlier entry is replayed on it."""
    match deed:
        case Correct() | SetLevel() | EndEpoch() | TallyEpoch():
            return moment.game, moment.events
        case Fix():
            return fixed(game, deed)
        case action:
            return play(game, action)


def _is_forgotten(game: Game, other: Game) -> bool:
    """Whether only the bags still differ, so that the rest of the game is the same."""
    return (
        game.players == other.players
        and game.lane == other.lane
        and replace(game, bag=other.bag) == other
    )


def _is_legal(game: Game, action: Action) -> bool:
    try:
        play(game, action)
    except IllegalAction:
        return False
    return True
