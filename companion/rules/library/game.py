"""A game as other people's programs play it."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, NoReturn, TypedDict, TypeVar, Unpack

import msgspec

from companion.rules import legal
from companion.rules import model as table_model
from companion.rules.actions import (
    REACH_INTO_BAG,
    Action,
    Bid,
    Choice,
    Discard,
    Draw,
    ReachIntoBag,
    Unsold,
    UseGod,
    Won,
)
from companion.rules.editions import (
    SUN_GROUPS,
    Edition,
    NoPenalty,
    Options,
    Seat,
    Split,
    Sun,
    Suns,
    setup,
    sun_groups,
)
from companion.rules.events import Event
from companion.rules.library.scores import EpochPoints, PlayerSheet, score
from companion.rules.model import Auction, AuctionTrack, Phase
from companion.rules.names import unique_names
from companion.rules.play import play
from companion.rules.problems import BadSetup, IllegalAction, Problem, Why
from companion.rules.records import notation
from companion.rules.records.positions import PhaseName, phase
from companion.rules.scoring.reasons import TieBreak, tie_breaks
from companion.rules.scoring.scoring import ranking
from companion.rules.tiles import Tile, counts

if TYPE_CHECKING:
    from random import Random


class Result(msgspec.Struct, frozen=True):
    """How a game ended. Its ``str()`` is the ranking in words."""

    players: tuple[str, ...]
    """The names, seat by seat."""
    scores: tuple[int, ...]
    """The points, seat by seat."""
    ranking: tuple[Seat, ...]
    """The seats, best first: most points, then the highest own sun (R-END-1 … R-END-3)."""
    tie_breaks: tuple[TieBreak, ...]
    """Every tie, and the suns that broke it."""

    @property
    def winner(self) -> Seat:
        """The seat of the winner."""
        return self.ranking[0]

    def __str__(self) -> str:
        places = [
            f"{place}. {self.players[seat]} {self.scores[seat]}"
            for place, seat in enumerate(self.ranking, start=1)
        ]
        ties = [
            f"{tied.points} each, so the highest sun decides: "
            + ", ".join(f"{self.players[seat]} {sun}" for seat, sun in tied.order)
            for tied in self.tie_breaks
        ]
        return "; ".join([", ".join(places), *ties])


class Game(msgspec.Struct, frozen=True, eq=False, gc=False):
    """The whole table between two actions. Immutable: playing returns the next one.

    Games are equal, and have the same hash, when the same lies on the table; how they came to it
    makes no difference. ``str(game)`` is the position as text, ``position(text)`` is the way back.
    Made by ``new_game``, ``position``, ``play`` and ``Record.games``.
    """

    table: table_model.Game
    """Internal; may change with any version."""
    start: table_model.Game
    """The table before ``actions``."""
    actions: tuple[Action, ...] = ()
    """What was played since the game or the position began; ``write_record`` writes it."""

    def __eq__(self, other: object) -> bool:
        return self.table == other.table if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.table)

    def __str__(self) -> str:
        return notation.text(self.table)

    def __repr__(self) -> str:
        return f"position({str(self)!r})"

    def legal_actions(self) -> tuple[Action, ...]:
        """Return every action that ``play`` accepts now; empty only when the game is over.

        A turn has a ``Draw`` for every kind of tile that is still in the bag, though nobody can
        choose among them: what a player can decide is in ``choices``. When an auction begins, its
        whole outcome is accepted as well, ``Won`` or ``Unsold``.
        """
        return legal.legal_actions(self.table)

    def choices(self) -> tuple[Choice, ...]:
        """Return what the player who decides can choose; reaching into the bag is one choice.

        Empty only when the game is over.
        """
        return legal.choices(self.table)

    def play(self, action: Action) -> "Game":
        """Return the game after an action.

        Raises:
            IllegalAction: The rules do not allow it now; ``str()`` says who, what and why not.
            TypeError: It is not an action, or has something in it that cannot be.
        """
        return self.step(action)[0]

    def events(self, action: Action) -> tuple[Event, ...]:
        """Return what an action would do, in the order in which it would happen.

        Raises:
            IllegalAction: The rules do not allow it now.
            TypeError: It is not an action.
        """
        return self._step(action)[1]

    def step(self, action: Action) -> tuple["Game", tuple[Event, ...]]:
        """Return the game after an action, and what happened, in order.

        Raises:
            IllegalAction: As ``play``.
        """
        table, events = self._step(action)
        return Game(table, self.start, (*self.actions, action)), events

    def is_legal(self, action: Action) -> bool:
        """Return whether ``play`` accepts an action now.

        Raises:
            TypeError: It is not an action, or has something in it that cannot be.
        """
        _check(action)
        return legal.refusal(self.table, action) is None

    def play_random(self, dice: "Random") -> "Game":
        """Return the game after anything that can be chosen; what is drawn is any tile of the bag.

        Raises:
            IllegalAction: The game is over.
        """
        choices = self.choices()
        if not choices:
            raise IllegalAction(Problem(Why.GAME_OVER))
        choice = dice.choice(choices)
        return self.play(random_draw(self, dice) if isinstance(choice, ReachIntoBag) else choice)

    def points(self) -> EpochPoints:
        """Return what would be scored if the epoch ended now, as ``score`` does, with reasons."""
        sheets: list[PlayerSheet] = [
            {
                "name": name,
                "before": player.score,
                "suns": (*player.suns, *player.spent),
                "tiles": counts(player.tiles),
            }
            for name, player in zip(self.players, self.table.players, strict=True)
        ]
        penalty = self.table.setup.options.two_player_no_penalty
        return score(sheets, self.epoch, two_player_no_penalty=penalty)

    def _step(self, action: Action) -> tuple[table_model.Game, tuple[Event, ...]]:
        _check(action)
        try:
            return play(self.table, action)
        except IllegalAction as why:
            said = f"{_cannot(self.table, action)}: {why}"
            raise IllegalAction(why.problem, said=said) from None

    @property
    def players(self) -> tuple[str, ...]:
        """The names, clockwise; a seat is a position in it."""
        return self.table.setup.players

    @property
    def edition(self) -> Edition:
        """Which box is on the table."""
        return self.table.setup.edition

    @property
    def is_over(self) -> bool:
        """Whether the third epoch has been scored."""
        return self.table.stage is Phase.OVER

    @property
    def active(self) -> Seat | None:
        """The seat that decides now; None when the game is over."""
        return None if self.is_over else self.table.active

    @property
    def phase(self) -> PhaseName:
        """What the table waits for: ``turn``, ``gods``, ``auction``, ``discard`` or ``over``."""
        return phase(self.table)

    @property
    def epoch(self) -> int:
        """Which epoch it is, 1 to 3."""
        return self.table.epoch

    @property
    def scores(self) -> tuple[int, ...]:
        """Everybody's points, seat by seat; those of an epoch are added when it ends."""
        return tuple(player.score for player in self.table.players)

    @property
    def track(self) -> AuctionTrack:
        """The auction track: eight spaces, each with a tile or None."""
        return self.table.track

    @property
    def centre(self) -> Sun:
        """The sun in the middle of the board."""
        return self.table.centre

    @property
    def ra_count(self) -> int:
        """How many Ra tiles are on the Ra track."""
        return self.table.ra_count

    @property
    def ra_limit(self) -> int:
        """How many Ra tiles end an epoch."""
        return self.table.ra_limit

    @property
    def bag(self) -> dict[Tile, int]:
        """What is still in the bag, known by counting."""
        return counts(self.table.bag)

    @property
    def removed(self) -> dict[Tile, int]:
        """What has left the game."""
        return counts(self.table.removed)

    @property
    def auction(self) -> Auction | None:
        """Whose auction it is, why, and the best bid so far; None if there is none."""
        return self.table.stage if isinstance(self.table.stage, Auction) else None

    def tiles(self, seat: int) -> dict[Tile, int]:
        """Return the tiles in front of a player."""
        return counts(self.table.players[seat].tiles)

    def suns(self, seat: int) -> Suns:
        """Return the suns that a player can still bid in this epoch, ascending."""
        return self.table.players[seat].suns

    def suns_face_down(self, seat: int) -> Suns:
        """Return the suns that a player has won in this epoch, in that order."""
        return self.table.players[seat].spent

    def result(self) -> Result:
        """Return who has won, and what broke a tie (R-END-1 … R-END-3).

        Raises:
            ValueError: The game is not over.
        """
        table = self.table
        if not self.is_over:
            raise ValueError(f"the game is not over: it is epoch {self.epoch}, and {table.name}"
                             " must decide")  # fmt: skip
        suns = [(*player.suns, *player.spent) for player in table.players]
        ranked = ranking(self.scores, suns)
        ties = tie_breaks(ranked, self.scores, suns)
        return Result(self.players, self.scores, ranked.seats, ties)


def _cannot(table: table_model.Game, action: Action) -> str:
    """Return who is refused what, as the beginning of a sentence."""
    match action:
        case Won():
            return f"the auction cannot be {action}"
        case Unsold():
            return "the auction cannot end unsold"
        case _:
            return f"{table.name} cannot {action}"


def _check(action: Choice) -> None:
    """Check that the parts of an action are of the types that belong there.

    Raises:
        TypeError: It has not, or this is no action.
    """
    match action:
        case Draw(tile) if not isinstance(tile, Tile):
            _no(action, "a ra.Tile", tile)
        case UseGod(number) | Bid(number) | Won(number) if type(number) is not int:
            _no(action, "a whole number", number)
        case Discard(tiles) if not all(isinstance(tile, Tile) for tile in tiles):
            _no(action, "a tuple of ra.Tile", tiles)
        case _ if action is REACH_INTO_BAG:
            raise TypeError("what came out of the bag is played: ra.random_draw(game, dice)")
        case _:
            return


def _no(action: Choice, wanted: str, found: object) -> NoReturn:
    raise TypeError(f"{type(action).__name__} takes {wanted}, not {found!r}")


class GameOptions(TypedDict, total=False):
    """What people may agree on before a game, as in the header of a record."""

    ra_limit: int | None
    """How many Ra tiles end an epoch, 1 to 10; None: as the rulebook has it (R-SET-8)."""
    two_player_split: Split | str | None
    """How two players divide the suns: ``razzia``, ``baumer`` or ``bgg`` (D-02)."""
    two_player_no_penalty: NoPenalty | str
    """When two players pay no penalty: ``off``, ``final_only`` or ``every_epoch`` (D-04)."""


def new_game(
    players: Sequence[str],
    *,
    edition: Edition | str = Edition.C25,
    suns: Sequence[Sequence[int]] | None = None,
    dice: "Random | None" = None,
    **options: Unpack[GameOptions],
) -> Game:
    """Return the table before the first tile.

    Args:
        players: Two to five names, clockwise.
        edition: ``alea1999``, ``rgg2009``, ``windrider2016`` or ``c25``.
        suns: The suns of each seat, if they are dealt already.
        dice: Deals the rulebook's groups of suns, if ``suns`` does not; without either they are
            dealt in the order of the rulebook's table.
        options: ``ra_limit``, ``two_player_split`` and ``two_player_no_penalty``.

    Raises:
        BadSetup: A game cannot begin like this; ``str()`` says why.
    """
    names = _names(players)
    unknown = sorted(options.keys() - GameOptions.__annotations__.keys())
    if unknown:
        known = ", ".join(GameOptions.__annotations__)
        raise BadSetup(said=f"there is no option {unknown[0]!r}, only {known}")
    split = options.get("two_player_split")
    agreed = Options(
        edition=_one_of(Edition, "edition", edition),
        suns=_suns(suns),
        ra_limit=_limit(options.get("ra_limit")),
        two_player_split=None if split is None else _one_of(Split, "two_player_split", split),
        two_player_no_penalty=_one_of(
            NoPenalty, "two_player_no_penalty", options.get("two_player_no_penalty", NoPenalty.OFF)
        ),
    )
    if suns is None and dice is not None and len(names) in SUN_GROUPS:
        groups = list(sun_groups(len(names), agreed.two_player_split or Split.RAZZIA))
        dice.shuffle(groups)
        agreed = msgspec.structs.replace(agreed, suns=tuple(groups))
    table = table_model.new_game(setup(names, agreed))
    return Game(table, table)


def _names(players: Sequence[str]) -> tuple[str, ...]:
    listed = isinstance(players, Iterable) and not isinstance(players, str)
    names = tuple(players) if listed else ()
    if not listed or not all(isinstance(name, str) for name in names):
        raise BadSetup(said=f"players must be a list of names, not {players!r}")
    for place, (name, apart) in enumerate(zip(names, unique_names(names), strict=True), start=1):
        if name != apart:
            raise BadSetup(said=f"player {place} needs a name that nobody else has, not {name!r}")
    return names


_Word = TypeVar("_Word", bound=Enum)


def _one_of(words: type[_Word], name: str, said: object) -> _Word:
    try:
        return words(said)
    except ValueError:
        known = ", ".join(str(word.value) for word in words)
        raise BadSetup(said=f"{name} must be one of {known}, not {said!r}") from None


def _suns(suns: Sequence[Sequence[int]] | None) -> tuple[tuple[int, ...], ...] | None:
    if suns is None:
        return None
    try:
        groups = tuple(tuple(group) for group in suns)
        are_numbers = all(type(sun) is int for group in groups for sun in group)
    except TypeError:
        groups, are_numbers = (), False
    if not are_numbers:
        raise BadSetup(said=f"suns must be a list of numbers for each seat, not {suns!r}")
    return groups


def _limit(ra_limit: object) -> int | None:
    if ra_limit is None or type(ra_limit) is int:
        return ra_limit
    raise BadSetup(said=f"ra_limit must be a whole number, not {ra_limit!r}")


def position(text: str) -> Game:
    """Return the position that a text describes, as ``str(game)`` writes it.

    ``"track gold nile | *Anna: god | Ben:"`` is enough: what is not said is as in a new game.

    Raises:
        BadNotation: A part cannot be read, or no game can reach this position.
    """
    table = notation.position(text)
    return Game(table, table)


def random_draw(game: Game, dice: "Random") -> Draw:
    """Return a tile drawn at random: each tile in the bag is equally likely.

    Raises:
        ValueError: The bag is empty.
    """
    inside = [tile for tile, number in game.bag.items() for _ in range(number)]
    if not inside:
        raise ValueError("the bag is empty")
    return Draw(dice.choice(inside))
