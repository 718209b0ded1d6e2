"""A finished game for the app BG Stats: a link that gives it to the app."""

from collections.abc import Sequence
from datetime import UTC, datetime
from urllib.parse import quote
from zlib import crc32

import msgspec

from companion.exports.kept_game import minutes_of
from companion.journal import game_lines
from companion.journal.game_lines import Kept
from companion.journal.lines import GameId, Line
from companion.rules.events import EpochEnded, EpochTallied
from companion.rules.scoring.scoring import EpochScore

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
"""With the app installed this opens its import; without it, a harmless page."""

LONGEST_LINK = 1465
"""Characters: what a code of 125 by 125 squares carries with the least redundancy, which an
upright telephone reads from a small screen."""

GAME_NUMBER = 12
"""Ra on BoardGameGeek."""

_SOURCE = "Ra Companion"

_ALLOWED = ":,/!'()*@$;"
"""What RFC 3986 lets stand in a query besides letters and digits; the rest is escaped."""

_SHORTER = ((24, True), (24, False), (12, False), (6, False), (2, False))
"""How much of a name is said, and whether ranks and edition are: less and less."""


class BgGame(msgspec.Struct, frozen=True):
    """Which game it was, for the link."""

    name: str
    sourceGameId: str  # noqa: N815 - the app's own names, here and below
    bggId: int  # noqa: N815
    highestWins: bool  # noqa: N815
    noPoints: bool  # noqa: N815


class BgPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who played, for the link."""

    name: str
    sourcePlayerId: str  # noqa: N815
    startPlayer: bool  # noqa: N815
    winner: bool
    score: int | None = None
    rank: int | None = None


class Pushed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A play, for the link."""

    sourceName: str  # noqa: N815
    sourcePlayId: str  # noqa: N815
    playDate: str  # noqa: N815
    game: BgGame
    players: tuple[BgPlayer, ...]
    durationMin: int | None = None  # noqa: N815
    board: str | None = None


class PlayerResult(msgspec.Struct, frozen=True):
    """Somebody who played."""

    name: str
    points: int | None
    """At the end; None while the game runs, or where too little was told."""
    place: int | None
    is_starter: bool
    """Whether they had the first turn."""

    @property
    def number(self) -> str:
        """Eight letters that are the same for this name in every game."""
        return f"{crc32(self.name.casefold().encode()):08x}"


class BgPlay(msgspec.Struct, frozen=True):
    """A game that was played."""

    game: GameId
    begun_ms: int
    """Milliseconds since 1970; so is the end."""
    ended_ms: int
    minutes: int
    """Pauses left out; 0 if not known."""
    edition: str
    seats: tuple[PlayerResult, ...]
    """Clockwise."""
    epochs: tuple[tuple[EpochScore | None, ...], ...]
    """The scoring of every epoch, the first one first, for each seat: None where it is not known.

    Nothing while the game runs.
    """
    is_over: bool
    kept: Kept


def link(play: BgPlay) -> str | None:
    """Return the link that gives a game to the app; None of a game that is not over.

    Long names are cut, and what can be left out is, until a code of it can be read.
    """
    if not play.is_over:
        return None
    links = (_link(play, longest, is_full=is_full) for longest, is_full in _SHORTER)
    found = ""
    for found in links:
        if len(found) <= LONGEST_LINK:
            break
    return found


def _link(play: BgPlay, longest: int, *, is_full: bool) -> str:
    said = msgspec.json.encode(pushed(play, longest, is_full=is_full)).decode()
    return LINK + quote(said, safe=_ALLOWED)


def pushed(play: BgPlay, longest: int = 24, *, is_full: bool = True) -> Pushed:
    """Return what the link says: when the play ended (UTC), who played and who won."""
    return Pushed(
        sourceName=_SOURCE,
        sourcePlayId=play.game,
        playDate=utc(play.ended_ms),
        game=BgGame("Ra", "ra", GAME_NUMBER, highestWins=True, noPoints=False),
        players=tuple(_player(sat, longest, is_full=is_full) for sat in play.seats),
        durationMin=play.minutes or None,
        board=play.edition if is_full else None,
    )


def _player(sat: PlayerResult, longest: int, *, is_full: bool) -> BgPlayer:
    return BgPlayer(
        name=sat.name[:longest],
        sourcePlayerId=sat.number,
        startPlayer=sat.is_starter,
        winner=sat.place == 1,
        score=sat.points,
        rank=sat.place if is_full else None,
    )


def play_of(game: GameId, lines: Sequence[Line]) -> BgPlay | None:
    """Return what a journal tells of a game; None if not even its header is understood.

    As long as it runs no points are in it: they lie face down (R-INF-2).
    """
    kept = game_lines.read(lines)
    if kept is None:
        return None
    timeline = kept.timeline
    names = timeline.game.setup.players
    result = timeline.result
    nothing = (None,) * len(names)
    points, ranks = (nothing, nothing) if result is None else (result.points, result.places)
    starter = timeline.start.active
    seats = tuple(
        PlayerResult(name, points[seat], ranks[seat], is_starter=seat == starter)
        for seat, name in enumerate(names)
    )
    scores: dict[int, tuple[EpochScore | None, ...]] = {
        event.epoch: event.scores
        for step in timeline.steps
        for event in step.events
        if isinstance(event, EpochEnded | EpochTallied)
    }
    epochs = range(1, max(scores, default=0) + 1)
    return BgPlay(
        game=game,
        begun_ms=kept.lines[0].wall_ms,
        ended_ms=kept.lines[-1].wall_ms,
        minutes=minutes_of(kept.lines),
        edition=timeline.game.setup.edition.value,
        seats=seats,
        epochs=() if result is None else tuple(scores.get(each, nothing) for each in epochs),
        is_over=result is not None,
        kept=kept,
    )


def utc(wall_ms: int) -> str:
    """Return a time in UTC as ``2026-09-12 21:31:05``; a clock that was never set says 1970."""
    try:
        return f"{datetime.fromtimestamp(wall_ms / 1000, UTC):%Y-%m-%d %H:%M:%S}"
    except (OverflowError, ValueError, OSError):
        return "1970-01-01 00:00:00"
