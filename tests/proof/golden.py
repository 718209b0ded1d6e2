"""Journals of every released version, and how their games must end in every later one.

A version's journals are made once, by that version, and never again::

    python -m tests.proof.golden
"""

import contextlib
import json
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from companion import __version__
from companion.core.model import Agreement, Guest
from companion.journal import game_lines, games_dir
from companion.journal.book import GameWriter
from companion.journal.claim import claim
from companion.journal.lines import Event, GameId, Line, Stamp
from companion.rules.records.positions import known_state, state
from companion.rules.records.record import read_header
from companion.rules.records.timeline import begin
from tests.proof.evenings import Evening
from tests.proof.measure import Found, Piece
from tests.proof.surroundings import folder

JOURNALS = Path(__file__).with_name("journals")
"""A folder for each version: journals, and ``ends.json``."""

_ENDS = "ends.json"

_SEED = 7

_BOOT_MS = 61_500

_WALL_MS = 1_767_384_930_000

_BOTH = "Anna", "Ben"

_THREE = "Anna", "Ben", "Cleo"

_CORRECTED = """
{"draw": "pharaoh"}
{"draw": "flood"}
{"draw": "ra"}
{"unsold": true}
{"correct": 2, "to": [{"draw": "nile"}]}
{"fix": {"active": 1}}
{"correct": 3, "to": [{"draw": "gold"}], "also": [{"correct": 4, "to": []}]}
{"fix": {"lane": ["pharaoh", "nile", "god", null, null, null, null, null],
 "players": [{"seat": 0, "tiles": {"nile": 1}}]}}
{"undo": 1}
{"redo": 1}
"""

_LEVELS = """
{"draw": "nile"}
{"level": "light"}
{"draw": "ra"}
{"won": 12}
{"epoch_over": true}
{"tally": [{"tiles": {"pharaoh": 2}}, {"tiles": {"nile": 3, "flood": 1}}, {"tiles": {"god": 1}}]}
{"level": "full"}
{"draw": "gold"}
{"left": true}
"""

_JOINED = """
{"level": "light", "unknown": true}
{"fix": {"epoch": 2, "ra_count": 3, "centre": 1, "lane_tiles": 4,
 "players": [{"seat": 0, "up": [9, 6], "down": [5, 2]}]}}
{"draw": "ra"}
"""

_POINTS = """
{"level": "score_only"}
{"epoch_over": true}
{"tally": [{"tiles": {"pharaoh": 2}}, {"tiles": {"nile": 3, "flood": 1}}, {"tiles": {"god": 1}}]}
{"tally": [{"tiles": {"pharaoh": 3}}, null, {"tiles": {"god": 2}}]}
{"fix": {"players": [{"seat": 1, "score": 12}]}}
"""

_JOINED_AND_PLAYED = """
{"level": "light", "unknown": true}
{"fix": {"epoch": 3, "ra_count": 2}}
{"fix": {"centre": 1, "players": [{"seat": 0, "up": [2, 9], "down": [6, 13]},
 {"seat": 1, "up": [12], "down": [3, 7, 8]}, {"seat": 2, "up": [], "down": [4, 5, 10, 11]}]}}
{"fix": {"players": [{"seat": 0, "score": 14}, {"seat": 2, "score": 9}]}}
{"draw": "ra"}
{"won": 12}
{"epoch_over": true}
{"tally": [{"tiles": {"pharaoh": 2}}, {"tiles": {"nile": 3, "flood": 1}}, {"tiles": {"god": 1}}]}
"""

_BESIDE = ({"peeked": 1}, {"rejected": {"uid": "04A224B1", "why": "NO_TURN", "facts": {}}})


class End(msgspec.Struct, frozen=True):
    """How a game must end."""

    lines: int
    """All of its journal."""
    understood: int
    """Those that mean something to the program."""
    was_left: bool
    players: tuple[str, ...]
    state: dict[str, Any]
    """The public form of the table."""


def end(lines: Sequence[Line]) -> End:
    """Return how the program understands a journal.

    Raises:
        ValueError: It does not understand even the header.
    """
    kept = game_lines.read(lines)
    if kept is None:
        raise ValueError("the header is not understood")
    now = kept.timeline
    if now.partial_game is None:
        found = state(now.game, now.seq, now.events)
    else:
        found = known_state(now.partial_game, now.seq)
        found.pop("ranking", None)  # earlier versions did not say it of such a game
    plain = json.loads(msgspec.json.encode(found))
    players = tuple(now.start.setup.players)
    return End(len(lines), kept.understood, kept.was_left, players, plain)


def compared(version: str) -> Found:
    """Fold every journal of a version and compare its end with the one written down then."""
    home = JOURNALS / version
    ends = msgspec.json.decode((home / _ENDS).read_bytes(), type=dict[str, End])
    seen = Found(Counter(journals=len(ends)))
    for name, wanted in sorted(ends.items()):
        verified = games_dir.read(games_dir.GameFile(GameId(name), home / f"{name}.jsonl"))
        if verified.flaw is not None:
            seen.failures.append(f"{version} {name}: {verified.flaw}")
        elif (found := end(verified.lines)) != wanted:
            seen.failures.append(f"{version} {name}: {found} instead of {wanted}")
    return seen


def versions() -> tuple[str, ...]:
    """Return every version that has journals."""
    return tuple(sorted(each.name for each in JOURNALS.iterdir() if each.is_dir()))


def pieces(*, is_full: bool) -> Iterator[Piece]:  # noqa: ARG001 - they are small
    """Yield all of them."""
    yield from (partial(compared, version) for version in versions())


@contextlib.contextmanager
def laid_out_games() -> Iterator[Path]:
    """Yield a data folder with the oldest journals in it, for a while."""
    with folder() as where:
        data = Path(where) / "data"
        shutil.copytree(JOURNALS / versions()[0], data / "games")
        (data / "games" / _ENDS).unlink()
        yield data


def make(home: Path) -> None:
    """Write this version's journals and how they end."""
    evening = Evening(3, _SEED, 400)
    whole = [json.loads(line.removeprefix("play ")) for line in evening.script().splitlines()]
    games = [
        (_THREE, [*whole[:20], *_BESIDE, *whole[20:], {"left": True}]),
        (_THREE, _lines(_CORRECTED)),
        (_THREE, _lines(_LEVELS)),
        (_BOTH, _lines(_JOINED)),
        (_THREE, _lines(_POINTS)),
        (_THREE, _lines(_JOINED_AND_PLAYED)),
    ]
    ends = {}
    with folder() as where, claim(Path(where) / "data") as ours:
        for number, (players, events) in enumerate(games, start=1):
            game = GameId(f"{number:06d}-20260102T201530")
            book = GameWriter(ours, game)
            setup = read_header(json.dumps({"ra_record": 1, "players": players}).encode())
            guests = tuple(Guest(button, name) for button, name in enumerate(players))
            header = game_lines.header(begin(setup), guests, Agreement(options=setup.options))
            lines = [book.append(event, _stamp(n)) for n, event in enumerate([header, *events])]
            book.close()
            ends[game] = end(lines)
            shutil.copy(book.path, home)
    text = json.dumps(msgspec.to_builtins(ends), indent=1, sort_keys=True)
    (home / _ENDS).write_text(text + "\n", encoding="utf-8")


def _stamp(number: int) -> Stamp:
    return Stamp(_WALL_MS + 900 * number, _BOOT_MS + 900 * number, "0a8f5c9e", "button")


def _lines(text: str) -> list[Event]:
    return [json.loads(line) for line in text.replace("\n ", " ").strip().splitlines()]


if __name__ == "__main__":
    place = JOURNALS / __version__
    place.mkdir(parents=True)
    make(place)
