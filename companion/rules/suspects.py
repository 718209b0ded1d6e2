"""The likeliest slip: which earlier tile was taken for another, when screen and table disagree.

For each drawn tile and each other kind that it may have been, four questions, the cheapest first:

1. Could it make the difference that people see (``clues``), and had nobody counted it since?
2. Is such a tile still missing from the table, so that it can have been drawn?
3. How likely is it: how easily the two are taken for each other (``confusing``), how many of the
   kind were in the bag, and how long ago it was?
4. If the game is played again with the other tile: is everything that was entered after it still
   legal, was what people had counted the same, and does what they see now come out?

What remains is ranked by the third. No tile but one is doubted: two slips at once are rarer by far.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.rules.actions import DRAWS, Action
from companion.rules.clues import Observation, Refused, clues
from companion.rules.confusing import Confusions, confusions
from companion.rules.entries import Correct, SetLevel
from companion.rules.events import Event
from companion.rules.fixing import Fix, fixed
from companion.rules.ledger import EndEpoch, TallyEpoch
from companion.rules.model import Game
from companion.rules.play import play
from companion.rules.refusal import IllegalAction
from companion.rules.tiles import KINDS, Tile, count, size
from companion.rules.timeline import Deed, Moment, Seq
from companion.rules.tracing import Drawn, before, draws, hands_after, strikes, was_counted

HABITS = confusions()
"""How people slip who enter tiles by dial, buttons or touch."""

_DRAWS_TO_HALF = 120
"""After so many draws a slip is half as likely to be noticed only now."""

_WORTH_TRYING = 0.005
"""What is less likely than this part of the likeliest is not played again."""

_MOST_TRIED = 120
"""So many are played again at most, the likeliest; without end it would take several frames."""


class Case(msgspec.Struct, frozen=True):
    """Everything that is known when screen and table disagree."""

    start: Game
    """The table before the first moment."""
    moments: Sequence[Moment]
    """Everything that stands."""
    seen: Observation
    counted: int
    """After how many of the moments people last counted what everybody has, and agreed."""
    habits: Confusions = HABITS
    """How likely each kind is taken for each other."""


class Suspect(msgspec.Struct, frozen=True):
    """A tile that may have been entered as another, and what speaks for it."""

    place: int
    """Which of the moments, from 0."""
    seq: Seq
    """Which entry of the record, to be corrected."""
    said: Tile
    likely: Tile
    """What it was, most likely."""
    others: tuple[Tile, ...]
    """What else it may have been, the likelier first."""
    draws_ago: int
    """How many tiles have been drawn since: the fewer, the likelier."""
    in_bag: int
    """How many of the likely kind were in the bag when it was drawn."""
    habit: float
    """How many of all slips with the likely kind are this one, from 0 to 1."""
    chance: float
    """How likely it is this entry, among all suspects, from 0 to 1."""


def suspects(case: Case) -> tuple[Suspect, ...]:
    """Return which draws may have been entered wrong, the likeliest first.

    There are none if no single tile explains what people see.
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
    """Yield every tile that may have been another kind, and how likely that is untried."""
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
    """Return the table after what was entered once, entered into this table."""
    match deed:
        case Correct() | SetLevel() | EndEpoch() | TallyEpoch():
            return moment.game, moment.events
        case Fix():
            return fixed(game, deed)
        case action:
            return play(game, action)


def _is_forgotten(game: Game, other: Game) -> bool:
    """Whether only the bags still differ, so that the rest of the game goes the same way."""
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
