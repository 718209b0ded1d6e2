"""The first game: one sentence at the right moment, the first time that something matters.

What is said follows from the game alone: a replay says the same at the same moments, so none of it
is recorded. A sentence comes when a turn begins, at most one a turn, and stays
until the next thing is entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import unique

import msgspec

from companion.i18n import Sentences
from companion.pages.reference.guide import Rule, moves_on
from companion.rules.actions import Level
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import RA_LIMITS, Edition, Suns
from companion.rules.model import LAST_EPOCH, Game, Phase
from companion.rules.partial import PartialGame, PartialPhase
from companion.rules.records.entries import Correct, SetLevel
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import FAMILIES, MONUMENTS, Family, Tile, count


@unique
class Short(Sentences):
    """What several rules come to, said in the first game; the value is the English sentence."""

    TELL = "Draw a tile, lay it on the auction track, and enter it here."
    IN_TURN = "In this order, each player bids one sun or passes; enter the sun that wins."
    HIGHER = "Only a higher sun can win now; if nobody bids one, settle the auction here."
    SETTLE = "Nobody can bid any more: settle the auction here."
    CALL = "Invoke Ra when you want the tiles; if nobody else bids, you must."
    FULL = "When eight tiles lie here, nobody can draw; if everybody passes, they leave the game."
    LAST_RA = "The last Ra tile ends the epoch; tiles on the auction track are lost."
    NEXT_SUNS = "Suns you win lie face down; next epoch you bid with them."
    SUM_OF_SUNS = "When the game ends, the highest sum of suns scores 5, the lowest −5."  # noqa: RUF001 (a true minus)


class Spot(msgspec.Struct, frozen=True):
    """The table at one moment, as much of it as is known."""

    game: Game
    partial_game: PartialGame | None = None
    """What is known in a partially recorded game; then the game is only its picture."""

    @property
    def is_turn(self) -> bool:
        """Whether somebody's turn begins or goes on."""
        told = self.partial_game
        if told is not None:
            return told.stage is PartialPhase.TURN and told.level is Level.LIGHT
        return self.game.stage is Phase.TURN

    @property
    def up(self) -> tuple[Suns, ...]:
        """Everybody's suns that can still be bid, where they are known."""
        hands = self.game.players if self.partial_game is None else self.partial_game.hands
        return tuple(hand.suns for hand in hands if hand.suns is not None)

    @property
    def has_won(self) -> bool:
        """Whether anybody has won a sun."""
        return self.game.epoch > 1 or any(player.spent for player in self.game.players)


class Lesson(msgspec.Struct, frozen=True):
    """A sentence, and when it is due."""

    sentence: Rule | Short
    is_due: Callable[[Spot], bool]
    """When it makes sense to be told, at the beginning of a turn."""
    is_pressing: Callable[[Spot], bool]
    """When it must be told, because a decision of this turn may need it."""


def before_the_game(edition: Edition) -> tuple[Rule | Short, ...]:
    """Return the rules explained while the box is laid out, before anybody decides anything."""
    return (Rule.ONE_ACTION, moves_on(edition), Short.CALL, Rule.ONE_BID, Rule.WINNER_TAKES_SUN)


def at_first_auction(*, leads: bool, asked: bool) -> Short:
    """Return what is said of an auction while it runs, until the first lot is settled."""
    if not asked:
        return Short.SETTLE
    return Short.HIGHER if leads else Short.IN_TURN


def sentences(timeline: Timeline) -> Iterator[Rule | Short | None]:
    """Yield the sentence on the table at every moment: before the first action, and after each.

    A correction, or another level, is no new turn: what was said before it still stands.
    """
    left = list(LESSONS)
    now = _begins(Spot(timeline.start), left)
    yield now
    for step in timeline.steps:
        spot = Spot(step.game, step.partial_game)
        if not isinstance(step.action, Fix | Correct | SetLevel) and step.events:
            if spot.is_turn:
                now = _begins(spot, left)
            elif spot.partial_game is not None or spot.game.stage is not Phase.GODS:
                now = None
        elif now is Short.TELL and spot.partial_game is not None:
            now = _begins(spot, left)  # tiles are not entered after all
        yield now


def telling(timeline: Timeline) -> str:
    """Return the English sentence that stands on the table now; empty if there is none."""
    now = None
    for now in sentences(timeline):  # noqa: B007 - the last counts
        pass
    return "" if now is None else now.value


def _begins(spot: Spot, left: list[Lesson]) -> Rule | Short | None:
    """Return the rule explained as this turn begins, and remove it from those left."""
    if not spot.is_turn:
        return None
    found = next((each for each in left if each.is_pressing(spot)), None)
    found = found or next((each for each in left if each.is_due(spot)), None)
    if found is None:
        return None
    left.remove(found)
    return found.sentence


def _on_track(*kinds: Tile) -> Callable[[Spot], bool]:
    wanted = frozenset(kinds)
    return lambda spot: not wanted.isdisjoint(spot.game.track)


def _tile(sentence: Rule | Short, *kinds: Tile) -> Lesson:
    on_track = _on_track(*kinds)
    return Lesson(sentence, on_track, on_track)


def _scoring(sentence: Rule, family: Family) -> Lesson:
    """Where tiles are not entered, scoring is explained between auctions."""
    on_track = _on_track(*FAMILIES[family])

    def is_due(spot: Spot) -> bool:
        return on_track(spot) if spot.partial_game is None else spot.has_won

    return Lesson(sentence, is_due, on_track)


def _enters_tiles(spot: Spot) -> bool:
    return spot.partial_game is None


def _knows_no_tiles(spot: Spot) -> bool:
    return spot.partial_game is not None


def _holds_god(spot: Spot) -> bool:
    return any(player.tiles & Tile.GOD.mask for player in spot.game.players)


def _lies(number: int) -> Callable[[Spot], bool]:
    return lambda spot: len(spot.game.track) - spot.game.track.count(None) >= number


def _is_worth_a_call(spot: Spot) -> bool:
    """Whether somebody may want the tiles: it was told before the game, and is shown now."""
    return _knows_no_tiles(spot) or _lies(3)(spot)


def _ra_left(number: int) -> Callable[[Spot], bool]:
    return lambda spot: spot.game.ra_limit - spot.game.ra_count <= number


def _epoch(number: int) -> Callable[[Spot], bool]:
    return lambda spot: spot.game.epoch >= number


def _fewest_suns(number: int) -> Callable[[Spot], bool]:
    return lambda spot: any(len(suns) <= number for suns in spot.up)


def _is_alone(spot: Spot) -> bool:
    return len(spot.up) - spot.up.count(()) == 1 < len(spot.up)


def _is_nearly_alone(spot: Spot) -> bool:
    """Whether one more who is out leaves somebody alone; of two, once one has few suns left."""
    playing = len(spot.up) - spot.up.count(())
    return playing == _TWO and (len(spot.up) > _TWO or _fewest_suns(_TWO)(spot))


_TWO = min(RA_LIMITS)


def _ends_some_day(spot: Spot) -> bool:
    """Whether the epoch is on its way: a sun has been won, or Ra tiles lie."""
    return spot.has_won or spot.game.ra_count > 1


_THREE = 3


def _third_of_a_kind(spot: Spot) -> bool:
    """Whether somebody would have three equal monuments with what lies on the auction track."""
    track = [kind for kind in spot.game.track if kind in FAMILIES[Family.MONUMENT]]
    return any(
        count(player.tiles, kind) + track.count(kind) >= _THREE
        for player in spot.game.players
        for kind in set(track)
        if kind is not None
    )


def _has_monuments(spot: Spot) -> bool:
    return any(player.tiles & MONUMENTS for player in spot.game.players)


LESSONS: tuple[Lesson, ...] = (
    Lesson(Short.TELL, _enters_tiles, _enters_tiles),
    Lesson(Short.CALL, _is_worth_a_call, _knows_no_tiles),
    Lesson(Short.LAST_RA, _ra_left(3), _ra_left(1)),
    _tile(Rule.GOD_BUYS, Tile.GOD),
    _tile(Rule.FUNERAL, Tile.FUNERAL),
    _tile(Rule.DROUGHT, Tile.DROUGHT),
    _tile(Rule.UNREST, Tile.UNREST),
    _tile(Rule.EARTHQUAKE, Tile.EARTHQUAKE),
    _scoring(Rule.RIVER, Family.RIVER),
    _scoring(Rule.PHARAOHS, Family.PHARAOH),
    _scoring(Rule.CIVILISATIONS, Family.CIVILISATION),
    _scoring(Rule.DIFFERENT_MONUMENTS, Family.MONUMENT),
    _scoring(Rule.GODS_AND_GOLD, Family.GOLD),
    Lesson(Short.FULL, _lies(5), _lies(8)),
    Lesson(Rule.GOD_IS_SPENT, _holds_god, _holds_god),
    Lesson(Rule.NO_SUNS_LEFT, _fewest_suns(1), _fewest_suns(0)),
    Lesson(Rule.ALONE, _is_nearly_alone, _is_alone),
    Lesson(Short.NEXT_SUNS, lambda spot: spot.has_won, _epoch(2)),
    Lesson(Rule.DISCARDED, _ends_some_day, _epoch(2)),
    Lesson(Rule.KEPT, _ends_some_day, _epoch(2)),
    Lesson(Rule.EQUAL_MONUMENTS, _has_monuments, _third_of_a_kind),
    Lesson(Short.SUM_OF_SUNS, _epoch(2), _epoch(LAST_EPOCH)),
)
"""Everything that is explained during a first game, the most urgent first."""
