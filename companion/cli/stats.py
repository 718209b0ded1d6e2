"""``ra-companion stats``: statistics over all games, as a table, as JSON or CSV, and as charts."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import msgspec

from companion import narration
from companion.cli.games import asked, no_games
from companion.cli.terminal import load
from companion.cli.terminal.options import JSON, GamesOptions, called
from companion.cli.terminal.output import complain, say, write
from companion.cli.terminal.table import aligned
from companion.i18n import Words, mark
from companion.journal import game_lines, games_dir
from companion.journal.index import GameQuery, Index, IndexedGame
from companion.options import Argument, Option
from companion.rules.events import Cause
from companion.statistics import Figures, average, median
from companion.statistics.game import TABLE, Counts, race
from companion.storage import Status, spreadsheet
from companion.ui.widgets import decimal

ABOUT = """\
Show statistics over all finished games, for the table or for one player.
"""

EXAMPLES = """\
Examples:
  ra-companion stats
  ra-companion stats Anna
  ra-companion stats --json
  ra-companion stats --png pictures/     also draw charts
"""


class Options(GamesOptions, frozen=True, kw_only=True):
    """What is wanted of the statistics."""

    player: Annotated[
        str, Argument("a player's name (default: everybody)", "PLAYER", read=called)
    ] = TABLE
    json: Annotated[bool, JSON] = False
    csv: Annotated[bool, Option("print CSV for a spreadsheet", instead_of="json")] = False
    png: Annotated[Path | None, Option("also draw charts as PNG in this folder", "DIR")] = None


def run(options: Options) -> int:
    """Print or draw the statistics of a data folder and return the exit status.

    Raises:
        OSError: A picture cannot be written.
    """
    data, words = options.data_folder, options.words
    if not games_dir.game_files(data):
        if options.json:
            write([msgspec.json.encode(_facts(Figures({}), {})) + b"\n"])
        if options.csv:
            write([spreadsheet.table(_sheet({}, words))])
        return no_games(data, for_programs=options.json or options.csv)
    who = options.player
    answer = asked(options, lambda known: _answer(known, who))
    if answer is None:
        return Status.UNREADABLE
    totals, everybody, last = answer
    figures = Figures(totals)
    if not figures.games and who:
        complain([f"{who} has not finished a game here"])
        return Status.UNREADABLE
    players = {who: figures} if who else _by_games(everybody)
    if options.png is not None:
        _draw(options.png, options, figures, last)
    if options.json:
        write([msgspec.json.encode(_facts(figures, players)) + b"\n"])
    elif options.csv:
        write([spreadsheet.table(_sheet(players, words))])
    else:
        say(_account(figures, players, words))
    return Status.DONE


def _answer(known: Index, who: str) -> tuple[Counts, Mapping[str, Counts], tuple[IndexedGame, ...]]:
    """Return the totals of a player or the table, those of everybody, and the last game."""
    wanted = GameQuery(player=who or None, is_over=True, limit=1)
    return known.totals(who), known.everybody(), known.games(wanted)


def _by_games(everybody: Mapping[str, Counts]) -> Mapping[str, Figures]:
    """Return everybody's figures, who played most first."""
    all_figures = {name: Figures(counts) for name, counts in everybody.items()}
    return dict(sorted(all_figures.items(), key=lambda each: (-each[1].games, each[0])))


def _facts(figures: Figures, players: Mapping[str, Figures]) -> dict[str, object]:
    everybody = [{"name": name, **_own(own)} for name, own in players.items()]
    return {
        "games": figures.games,
        "minutes": _spread(figures.lengths),
        "points": _spread(figures.scores),
        "epochs": {cause.value: number for cause, number in figures.epochs.items()},
        "categories": {each.value: round(p, 3) for each, p in figures.categories.items()},
        "suns": [
            {
                "sun": sun.sun,
                "auctions": sun.auctions,
                "tiles": round(sun.tiles_each, 3),
                "points": round(sun.points_each, 3),
            }
            for sun in figures.suns
        ],
        "seats": [
            {"seat": seat.seat, "games": seat.games, "wins": seat.wins} for seat in figures.seats
        ],
        "players": everybody,
    }


def _own(figures: Figures) -> dict[str, object]:
    return {
        "games": figures.games,
        "wins": figures.wins,
        "places": {str(place): times for place, times in figures.places.items()},
        "points": _spread(figures.scores),
        "minutes": _spread(figures.lengths),
        "categories": {each.value: round(p, 3) for each, p in figures.categories.items()},
    }


def _spread(counted: Mapping[int, int]) -> dict[str, object]:
    mean = average(counted)
    return {
        "average": None if mean is None else round(mean, 3),
        "median": median(counted),
        "least": min(counted, default=None),
        "most": max(counted, default=None),
    }


def _sheet(players: Mapping[str, Figures], words: Words) -> Iterator[list[spreadsheet.Cell]]:
    """Yield a line for every player, under a line that says what is what."""
    categories = list(narration.CATEGORIES.items())
    yield [*map(words.say, _COLUMNS), *(words.say(name) for _, name in categories)]
    for name, own in players.items():
        points = [own.categories.get(category) for category, _ in categories]
        yield [
            name,
            own.games,
            own.wins,
            _rounded(average(own.scores)),
            max(own.scores, default=None),
            min(own.scores, default=None),
            _rounded(average(own.lengths)),
            *map(_rounded, points),
        ]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def _account(figures: Figures, players: Mapping[str, Figures], words: Words) -> Iterator[str]:
    if not figures.games:
        yield words.say("No finished games yet.")
        return
    yield from aligned(
        [[*map(words.say, _HEAD)], *(_row(name, own, words) for name, own in players.items())]
    )
    yield ""
    if figures.lengths:
        mean, times = average(figures.lengths) or 0.0, figures.lengths
        yield words.say(
            "Minutes: {mean} on average, {least} to {most}",
            mean=decimal(mean, words), least=min(times), most=max(times),
        )  # fmt: skip
    if any(figures.epochs.values()):
        for cause, ended in _ENDED.items():
            yield words.state(words.say(ended), str(figures.epochs[cause]))
    if figures.categories:
        rows = [[words.say("Average points"), ""]]
        rows += [
            [words.say(narration.CATEGORIES[each]), decimal(points, words)]
            for each, points in figures.categories.items()
        ]
        yield from ("", *aligned(rows))
    if figures.suns:
        head = [*map(words.say, _OF_SUNS)]
        suns = [
            [str(sun.sun), str(sun.auctions), decimal(sun.tiles_each, words),
             decimal(sun.points_each, words)]
            for sun in figures.suns
        ]  # fmt: skip
        yield from ("", *aligned([head, *suns], left=()))
    if figures.seats:
        head = [*map(words.say, _OF_SEATS)]
        seats = [[str(each.seat), str(each.games), str(each.wins)] for each in figures.seats]
        yield from ("", *aligned([head, *seats], left=()))


UNKNOWN = "?"
"""What nobody has told."""

_COLUMNS = (
    mark("Player"),
    mark("Games"),
    mark("Wins"),
    mark("Average"),
    mark("Best"),
    mark("Worst"),
    mark("Minutes"),
)

_HEAD = (mark("Player"), mark("Games"), mark("Wins"), mark("Average"), mark("Best"))

_OF_SEATS = (mark("Seat (1 begins)"), mark("Games"), mark("Wins"))

_ENDED = {
    Cause.RA_TRACK: mark("Epochs ended by Ra"),
    Cause.SUNS: mark("Epochs ended by the last sun"),
}

_OF_SUNS = (mark("Sun"), mark("Auctions won"), mark("Tiles"), mark("Points"))


def _row(name: str, own: Figures, words: Words) -> list[str]:
    mean = average(own.scores)
    points = UNKNOWN if mean is None else decimal(mean, words)
    best = UNKNOWN if not own.scores else str(max(own.scores))
    return [name, str(own.games), str(own.wins), points, best]


def _draw(folder: Path, options: Options, figures: Figures, last: tuple[IndexedGame, ...]) -> None:
    """Write every chart as a PNG into a folder, which is made if it is missing."""
    pictures = load("companion.exports.pictures")
    files = [games_dir.find(options.data_folder, each.game) for each in last]
    kept = game_lines.read(games_dir.read(files[0]).lines) if files and files[0] else None
    run = None if kept is None else race(kept.timeline)
    folder.mkdir(parents=True, exist_ok=True)
    for name, scene in pictures.scenes(options.words.language, figures, kept, run):
        (folder / f"{name}.png").write_bytes(pictures.png(scene))
