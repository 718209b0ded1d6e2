"""A position as text, read and written, so that a test can be read like a diagram.

    epoch 2 | ra 3/8 | track gold nile . dis_drought | centre 7 | auction A3 by Ann best Bob 9
    Ann 13 8 5 (2) 10 points: 2 pharaoh, flood
    Bob 12 9 (6 3) 4 points
    *Cleo 11 10 4 1 17 points: god, 3 mon_temple

Bars and line breaks separate the parts. Only the players are required; the order is free, except
that players sit in the order in which they are written. Tiles go by their ids, a number in front
repeats one, commas are optional.

===========================  =============================================  ====================
part                         says                                           without it
===========================  =============================================  ====================
``epoch 2``                  the epoch                                      1
``ra 3/8``                   Ra tiles on the Ra track, and its length       0; the rulebook's
``limit 8``                  the length was chosen, though it is usual      it was not
``track nile . 2 gold``      the eight spaces; a dot is an empty one        empty, as is the rest
``centre 7``                 the sun on the board                           the one nobody owns
``removed 2 ra, god``        what has left the game                         nothing
``bag 2 ra, god``            what is in the bag; all else is removed        all that is left
``auction A1 by Ann``        its reason and Ra player; ``best Bob 9``       no bid yet
``disaster 2 dis_unrest``    waits for a choice; ``by Ann``, the Ra player  a god took it
``gods`` ``over``            gods are being used; the game is over          ``turn``
``options alea1999, bgg``    edition, two-player split, no-penalty rule     as in the rulebook
``dealt 9 6 5 2 / 8 7 4 3``  suns that were dealt by hand                   the usual groups
``*Ann 9 6 (2 1) 4 points``  who decides has a star; suns, in brackets      as dealt; 10 points
                             face down as they were won; points; after
                             a colon the tiles
===========================  =============================================  ====================

Without a star, the next bidder or the owner of the highest face-up sun decides.
A name that is not one plain word is quoted, as in JSON; where a name is not unique, ``#2`` refers
to the second player.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.rules.corrections.conservation import impossibilities, on_the_table, waiting
from companion.rules.editions import (
    RA_LIMITS,
    STARTING_SCORE,
    Edition,
    NoPenalty,
    Options,
    Seat,
    Setup,
    Split,
    Sun,
    Suns,
    setup,
    suns_in_play,
)
from companion.rules.legal import left_with_suns
from companion.rules.model import (
    EMPTY_TRACK,
    Auction,
    AuctionCause,
    AuctionTrack,
    Discarding,
    Game,
    Phase,
    Player,
    Stage,
)
from companion.rules.problems import BadSetup
from companion.rules.tiles import KINDS, Tile, Tiles, bundle_of, counts


class BadNotation(ValueError):
    """The text is not a position, or no game can reach it; the message says what and why."""

    def __init__(self, part: str, reason: str) -> None:
        super().__init__(f"{part}: {reason}")
        self.part = part
        """The part that is wrong: its first word, or the player's name."""


class _Row(msgspec.Struct, frozen=True):
    """One player's part, read but not yet checked."""

    name: str
    is_marked: bool
    suns: Suns
    spent: Suns
    score: int
    held: Counter[Tile]


_NAME = r'"(?:[^"\\]|\\.)*"|[^\s"*():|]++'

_PART = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^"|\n])+')

_ROW = re.compile(
    rf"(?P<star>\*?)\s*(?P<name>{_NAME})(?P<up>[\d\s]*?)(?:\((?P<down>[\d\s]*)\)\s*)?"
    r"(?:(?P<score>\d+)\s+points\s*)?(?::(?P<tiles>.*))?"
)

_AUCTION = re.compile(
    rf"(?P<cause>A[123])\s+by\s+(?P<by>{_NAME})(?:\s+best\s+(?P<best>{_NAME})\s+(?P<sun>\d{{1,2}}))?"
)

_PLAIN_NAME = re.compile(r"[^\W\d_][\w'.-]*")

_STAGES = ("turn", "gods", "auction", "disaster", "over")

_KEYS = {"epoch", "ra", "limit", "track", "centre", "removed", "bag", "options", "dealt", *_STAGES}

_CHOICES: Mapping[str, Mapping[str, Edition | Split | NoPenalty]] = {
    **{choice.value: {"edition": choice} for choice in Edition},
    **{choice.value: {"two_player_split": choice} for choice in Split},
    **{choice.value: {"two_player_no_penalty": choice} for choice in NoPenalty},
}

_USUAL = (Edition.C25, NoPenalty.OFF)

_SPACES: Mapping[str, Tile | None] = {".": None, **{tile.value: tile for tile in KINDS}}


def position(text: str) -> Game:
    """Return the position that a text describes.

    Raises:
        BadNotation: A part cannot be read, or no game can reach this position.
    """
    parts, rows = _parts(text)
    ra_count, ra_limit = _ra(parts, len(rows))
    game_setup = _setup(parts, rows, ra_limit)
    players = _players(rows, game_setup)
    stage = _stage(parts, game_setup.players)
    game = Game(
        setup=game_setup,
        players=players,
        active=_active(rows, players, stage),
        centre=_centre(parts, players),
        track=_track(parts),
        stage=stage,
        epoch=_number("epoch", parts.get("epoch", "1")),
        ra_count=ra_count,
    )
    game = replace(game, bag=_bag(parts, game))
    for part, reason in impossibilities(game):
        raise BadNotation(part, reason)
    return game


def _parts(text: str) -> tuple[dict[str, str], list[_Row]]:
    parts: dict[str, str] = {}
    rows: list[_Row] = []
    if '"' in _PART.sub("", text):
        raise BadNotation(text, "a quotation mark is left alone")
    for part in filter(None, map(str.strip, _PART.findall(text))):
        key, _, says = part.partition(" ")
        if key not in _KEYS:
            rows.append(_row(part))
        elif key in parts:
            raise BadNotation(key, "is said twice")
        else:
            parts[key] = says.strip()
    return parts, rows


def _row(part: str) -> _Row:
    read = _ROW.fullmatch(part)
    if read is None:
        raise BadNotation(part, "is neither a part of the table nor a player")
    name = _unquoted(read["name"])
    return _Row(
        name=name,
        is_marked=bool(read["star"]),
        suns=tuple(sorted(_suns(read["up"]))),
        spent=_suns(read["down"] or ""),
        score=_number(name, read["score"] or str(STARTING_SCORE)),
        held=_listed(name, read["tiles"] or ""),
    )


def _unquoted(name: str) -> str:
    try:
        return str(json.loads(name)) if name.startswith('"') else name
    except ValueError as why:
        raise BadNotation(name, str(why)) from why


def _suns(words: str) -> Suns:
    return tuple(Sun(_number("suns", word)) for word in words.split())


def _number(part: str, word: str) -> int:
    if re.fullmatch("[0-9]{1,4}", word) is None:
        raise BadNotation(part, f"'{word}' is not a number")
    return int(word)


def _spaces(part: str, words: str) -> list[Tile | None]:
    """Return the listed tiles, each repeated by the number in front of it."""
    spaces: list[Tile | None] = []
    times = 1
    for word in words.replace(",", " ").split():
        if word[0].isdecimal():
            times = _number(part, word)
        elif word in _SPACES:
            spaces += [_SPACES[word]] * times
            times = 1
        else:
            raise BadNotation(part, f"there is no tile called '{word}'")
    return spaces


def _listed(part: str, words: str) -> Counter[Tile]:
    listed = Counter(tile for tile in _spaces(part, words) if tile is not None)
    for tile, number in listed.items():
        if number > tile.copies:
            raise BadNotation(part, f"there are only {tile.copies} {tile}, not {number}")
    return listed


def _ra(parts: Mapping[str, str], players: int) -> tuple[int, int | None]:
    """Return how many Ra tiles are on the track, and its length if that was chosen."""
    on_track, _, length = parts.get("ra", "0").partition("/")
    chosen = _number("limit", parts["limit"]) if "limit" in parts else None
    if length and _number("ra", length) != (chosen or RA_LIMITS.get(players)):
        if chosen is not None:
            raise BadNotation("ra", f"the track is {chosen} long, not {length}")
        chosen = int(length)
    return _number("ra", on_track), chosen


def _setup(parts: Mapping[str, str], rows: list[_Row], ra_limit: int | None) -> Setup:
    chosen: dict[str, Any] = {}
    for word in parts.get("options", "").replace(",", " ").split():
        if word not in _CHOICES:
            raise BadNotation("options", f"there is no option '{word}'")
        chosen |= _CHOICES[word]
    if "dealt" in parts:
        chosen["suns"] = tuple(_suns(group) for group in parts["dealt"].split("/"))
    try:
        return setup(tuple(row.name for row in rows), Options(ra_limit=ra_limit, **chosen))
    except BadSetup as why:
        raise BadNotation("players", str(why)) from why


def _players(rows: list[_Row], game_setup: Setup) -> tuple[Player, ...]:
    """Return the players; those written without suns have the ones dealt."""
    return tuple(
        Player(
            row.suns if row.suns or row.spent else dealt, row.spent, bundle_of(row.held), row.score
        )
        for row, dealt in zip(rows, game_setup.suns, strict=True)
    )


def _track(parts: Mapping[str, str]) -> AuctionTrack:
    spaces = _spaces("track", parts.get("track", ""))
    return (*spaces, *EMPTY_TRACK[len(spaces) :])


def _centre(parts: Mapping[str, str], players: tuple[Player, ...]) -> Sun:
    """Return the sun on the board; if not given, the one in play that nobody has."""
    if "centre" in parts:
        return Sun(_number("centre", parts["centre"]))
    owned = {sun for player in players for sun in (*player.suns, *player.spent)}
    return min(set(suns_in_play(len(players))) - owned, default=Sun(0))


def _stage(parts: Mapping[str, str], names: tuple[str, ...]) -> Stage:
    stage, *more = [key for key in _STAGES if key in parts] or [Phase.TURN.value]
    if more:
        raise BadNotation(more[0], f"it is {stage} already")
    if stage == "auction":
        return _auction(parts[stage], names)
    return _disaster(parts[stage], names) if stage == "disaster" else Phase(stage)


def _auction(says: str, names: tuple[str, ...]) -> Auction:
    read = _AUCTION.fullmatch(says)
    if read is None:
        raise BadNotation("auction", f"'{says}' is not like 'A1 by Ann best Bob 9'")
    ra_player, cause = _seat(read["by"], names), AuctionCause(read["cause"])
    if read["best"] is None:
        return Auction(ra_player, cause)
    return Auction(ra_player, cause, Sun(int(read["sun"])), _seat(read["best"], names))


def _disaster(says: str, names: tuple[str, ...]) -> Discarding:
    listed, _, by = says.partition(" by ")
    struck = _listed("disaster", listed)
    if not struck or struck.keys() - {Tile.UNREST, Tile.EARTHQUAKE}:
        raise BadNotation("disaster", "only dis_unrest and dis_earthquake leave a choice")
    ra_player = _seat(by.strip(), names) if by else None
    return Discarding(struck[Tile.UNREST], struck[Tile.EARTHQUAKE], ra_player)


def _seat(word: str, names: tuple[str, ...]) -> Seat:
    if re.fullmatch("#[1-5]", word) and int(word[1]) <= len(names):
        return Seat(int(word[1]) - 1)
    name = _unquoted(word)
    if names.count(name) != 1:
        raise BadNotation(name, "no player, or more than one, is called so")
    return Seat(names.index(name))


def _active(rows: list[_Row], players: tuple[Player, ...], stage: Stage) -> Seat:
    """Return who decides: the player with the star, or the next bidder, or the highest sun."""
    marked = [Seat(seat) for seat, row in enumerate(rows) if row.is_marked]
    if len(marked) > 1:
        raise BadNotation(rows[marked[1]].name, "only one player can decide")
    if marked:
        return marked[0]
    if isinstance(stage, Auction) and any(player.suns for player in players):
        last = stage.ra_player if stage.best_bidder is None else stage.best_bidder
        return left_with_suns(players, last)
    return Seat(max(range(len(players)), key=lambda seat: max(players[seat].suns, default=0)))


def _bag(parts: Mapping[str, str], game: Game) -> Tiles:
    """Return what is in the bag: as given, or all that is neither on the table nor removed."""
    if {"bag", "removed"} <= parts.keys():
        raise BadNotation("bag", "say what is in it or what is removed, not both")
    if "bag" in parts:
        return bundle_of(_listed("bag", parts["bag"]))
    bag = Counter({tile: tile.copies for tile in KINDS})
    bag.subtract(on_the_table(game))
    bag.subtract(_listed("removed", parts.get("removed", "")))
    for tile, number in bag.items():
        if number < 0:
            raise BadNotation("tiles", f"{-number} {tile} more than the {tile.copies} in the box")
    return bundle_of(bag)


def text(game: Game) -> str:
    """Return a position as text, a line for the table and one for each player."""
    table = [
        f"epoch {game.epoch}",
        f"ra {game.ra_count}/{game.ra_limit}",
        *_options_text(game.setup.options),
        *_track_text(game.track),
        f"centre {game.centre}",
        *_stage_text(game),
        *_removed_text(game),
    ]
    return "\n".join([" | ".join(table), *(_player_text(game, seat) for seat in game.setup.seats)])


def _options_text(options: Options) -> Iterator[str]:
    choices = (options.edition, options.two_player_split, options.two_player_no_penalty)
    words = [choice.value for choice in choices if choice and choice not in _USUAL]
    if words:
        yield "options " + ", ".join(words)
    if options.ra_limit is not None:
        yield f"limit {options.ra_limit}"
    if options.suns is not None:
        yield "dealt " + " / ".join(" ".join(map(str, group)) for group in options.suns)


def _track_text(track: AuctionTrack) -> Iterator[str]:
    spaces = " ".join("." if tile is None else tile for tile in track).rstrip(" .")
    if spaces:
        yield f"track {spaces}"


def _stage_text(game: Game) -> Iterator[str]:
    match game.stage:
        case Phase.TURN:
            return
        case Phase() as phase:
            yield phase.value
        case Auction(ra_player, cause, best_bid, best_bidder):
            best = "" if best_bidder is None else f" best {_called(game, best_bidder)} {best_bid}"
            yield f"auction {cause.value} by {_called(game, ra_player)}{best}"
        case Discarding(ra_player=ra_player):
            by = "" if ra_player is None else f" by {_called(game, ra_player)}"
            yield f"disaster {_tiles_text(waiting(game))}{by}"


def _removed_text(game: Game) -> Iterator[str]:
    removed = Counter(counts(game.removed)) - waiting(game)
    if removed:
        yield "removed " + _tiles_text(removed)


def _player_text(game: Game, seat: Seat) -> str:
    player = game.players[seat]
    words = [_quoted(game.setup.players[seat]), *map(str, reversed(player.suns))]
    if player.spent:
        words.append(f"({' '.join(map(str, player.spent))})")
    held = _tiles_text(Counter(counts(player.tiles)))
    star = "*" if seat == game.active else ""
    return f"{star}{' '.join(words)} {player.score} points" + (f": {held}" if held else "")


def _tiles_text(tiles: Counter[Tile]) -> str:
    return ", ".join(
        tile if tiles[tile] == 1 else f"{tiles[tile]} {tile}" for tile in KINDS if tiles[tile]
    )


def _called(game: Game, seat: Seat) -> str:
    name = game.setup.players[seat]
    return f"#{seat + 1}" if game.setup.players.count(name) > 1 else _quoted(name)


def _quoted(name: str) -> str:
    return name if _PLAIN_NAME.fullmatch(name) and name not in _KEYS else json.dumps(name)
