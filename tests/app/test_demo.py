"""The demonstration: the game that ships, by buttons, with its pictures; by ear alone, too."""

import re
from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pygame
import pytest

from companion import narration
from companion.app import program
from companion.app.scripts.hands import demo_game
from companion.app.wakeup import Clock
from companion.cli.commands import main
from companion.core.effects import Cue
from companion.i18n import ENGLISH
from companion.paths import asset
from companion.rules.editions import Setup
from companion.rules.events import (
    BidMade,
    DisasterStruck,
    EpochEnded,
    Event,
    GodUsed,
    LotWon,
    NobodyBid,
    RaInvoked,
    TileDrawn,
)
from companion.rules.model import Game, Phase
from companion.rules.records import record
from companion.rules.tiles import Tile
from companion.storage import files
from companion.storage.files import opened
from tests.app.outside import Starts, apart
from tests.together import long

TURNING_POINTS = {
    *("welcome", "seating", "table", "auction", "lot", "god", "disaster", "choice"),
    *("epoch-1", "epoch-2", "epoch-3", "finale", "result"),
}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the demonstration leaves behind; where there is no screen, it is played and says so."""
    folder = tmp_path_factory.mktemp("demo")
    done = apart(
        "run", "--simulate", "--windowed", "--size", "800x480", "--data", str(folder / "data"),
        "--or-demo", str(folder / "deep" / "down"),
        "--speech-log", str(folder / "heard.txt"), no_screen=True,
    )  # fmt: skip
    assert done.status == 0, done.err
    assert "There is no screen here" in done.out
    assert "record: " in done.out.splitlines()[-1]
    assert not any((folder / "data").glob("games/*"))
    return folder / "deep" / "down"


def last_game(path: Path) -> Game:
    """Return the table after a record's last line."""
    with opened(str(path)) as stream:
        return [each.timeline.game for each in files.played(stream)][-1]


def test_it_plays_to_the_end_and_leaves_the_record_of_what_it_played(demo: Path) -> None:
    game = last_game(demo / "game.jsonl")
    assert game == last_game(asset("demo", "game.jsonl"))
    assert game.stage is Phase.OVER
    assert len(demo_game()[1]) > 200


@long
def test_a_machine_thirty_times_as_slow_plays_the_same_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every version plays it before it is put in use, however busy the machine is."""
    monkeypatch.setattr(program, "Clock", lambda real: Clock(lambda: 30 * real()))
    assert main(["run", "--headless", "--simulate", "--demo", str(tmp_path)]) == 0
    assert last_game(tmp_path / "game.jsonl") == last_game(asset("demo", "game.jsonl"))


def test_it_leaves_a_picture_of_every_turning_point_in_order(demo: Path) -> None:
    pictures = sorted(demo.glob("*.png"))
    assert {path.stem.partition("-")[2] for path in pictures} == TURNING_POINTS
    assert [path.stem[:2] for path in pictures] == [
        f"{number:02d}" for number in range(1, len(pictures) + 1)
    ]
    seen = set()
    for path in pictures:
        picture = pygame.image.load(path)
        assert picture.get_size() == (800, 480)
        seen.add(pygame.image.tobytes(picture, "RGB"))
    assert len(seen) == len(pictures), "no two are the same"


def test_a_demonstration_that_cannot_write_says_so(starts: Starts) -> None:
    (starts.folder / "file").write_text("in the way")
    done = starts.start("--demo", str(starts.folder / "file"))
    assert done.status != 0
    assert str(starts.folder / "file") in done.err
    assert "Traceback" not in done.err


TURN = re.compile(r"(\S+): (?:draw a tile|the auction track is full|take another tile)")

DRAWN = re.compile(r"(\S+): ([A-Z][A-Za-z ]+)\. Auction track (\d) of 8")

RA = re.compile(r"(?:[^:]+: )?Ra, (\d+) of (\d+)")

WON = re.compile(r"(\S+) took sun (\d+) with (\d+)(?:: (.+))?")

BID = re.compile(r"(\S+) leads with (\d+)")

GAIN = re.compile(r"(\S+) (takes|returns) (\d+) points?")

GOD, CALLED = re.compile(r"(\S+) used a God tile and took (.+)"), re.compile(r"(\S+) invoked Ra")

STRUCK = re.compile(r"([A-Z]\w+): (\S+) (?:loses (.+)|has nothing to lose)")

PLACE = re.compile(r"Place (\d): (\S+) with (\d+) points?")


class Played(NamedTuple):
    """The game as the rules know it: everything that happened, with the table before and after."""

    setup: Setup
    events: list[tuple[Game, Event, Game]]


@pytest.fixture(scope="module")
def played(demo: Path) -> Played:
    """The game of its record, played again by the rules alone."""
    with opened(str(demo / "game.jsonl")) as stream:
        *_, last = files.played(stream)
    timeline = last.timeline
    events = [
        (timeline.game_after(place), event, step.game)
        for place, step in enumerate(timeline.steps)
        for event in step.events
    ]
    return Played(timeline.start.setup, events)


@pytest.fixture(scope="module")
def log(demo: Path) -> list[str]:
    """What was heard and said meanwhile, a line each."""
    return lines(demo.parents[1] / "heard.txt")


def lines(log: Path) -> list[str]:
    """Return what a log says, a line each."""
    return log.read_text(encoding="utf-8").splitlines()


def said(log: list[str]) -> list[str]:
    """Return every sentence that was said; what a turn's last God tile took is said twice."""
    told = [line.removeprefix("say ").split(" | ") for line in log if line.startswith("say ")]
    return [
        sentence
        for before, now in pairwise([[], *told])
        for sentence in now
        if not (GOD.fullmatch(sentence) and sentence in before)
    ]


def found(pattern: re.Pattern[str], log: list[str]) -> list[tuple[str, ...]]:
    """Return what a pattern finds in the sentences, in order."""
    matches = (pattern.fullmatch(sentence) for sentence in said(log))
    return [tuple(part or "" for part in each.groups()) for each in matches if each]


def _tile(tile: Tile) -> str:
    return narration.tile_name(tile, ENGLISH)


HEARD: dict[type[Event], tuple[re.Pattern[str], Callable[[Any], tuple[str, ...]]]] = {
    RaInvoked: (CALLED, lambda _: ()),
    GodUsed: (GOD, lambda used: (_tile(used.tile),)),
    LotWon: (WON, lambda won: (str(won.sun), str(won.paid),
                               narration.bundle_names(won.lot, ENGLISH))),
}  # fmt: skip
"""What is heard of an event besides who it is about."""


def test_the_game_can_be_followed_by_ear_alone(log: list[str], played: Played) -> None:
    """Every tile with its place, every Ra tile with its number, and what comes of each auction."""
    names = played.setup.players
    wanted: dict[re.Pattern[str], list[tuple[str, ...]]] = defaultdict(list)
    for before, event, after in played.events:
        if isinstance(event, TileDrawn) and event.tile is Tile.RA:
            wanted[RA].append((str(before.ra_count + 1), str(before.ra_limit)))
        elif isinstance(event, TileDrawn):
            track = sum(tile is not None for tile in after.track)
            wanted[DRAWN].append((names[event.seat], _tile(event.tile), str(track)))
        elif isinstance(event, DisasterStruck):
            wanted[STRUCK].append((_tile(event.disaster), names[event.seat]))
        elif isinstance(event, EpochEnded):
            wanted[GAIN] += [
                (name, "returns" if taken < 0 else "takes", str(abs(taken)))
                for name, score in zip(names, event.scores, strict=True)
                for taken in [score.after - score.before]
            ]
        elif type(event) in HEARD:
            pattern, told = HEARD[type(event)]
            wanted[pattern].append((names[event.seat], *told(event)))  # type: ignore[index,union-attr]
    assert len(wanted) == 4 + len(HEARD)
    for pattern, rows in wanted.items():
        assert [each[: len(rows[0])] for each in found(pattern, log)] == rows, pattern
    bids = [
        (names[event.seat], str(event.sun))
        for _, event, _ in played.events
        if isinstance(event, BidMade)
    ]
    leads = iter(found(BID, log))  # buttons step through lower suns, and passes leave the lead
    assert all(bid in leads for bid in bids)
    nobody = [each for each in said(log) if each.startswith("Nobody bid:")]
    assert len(nobody) == sum(isinstance(event, NobodyBid) for _, event, _ in played.events)
    ordinal = re.compile(r"(?!The )(\w+) epoch is over: .+")  # the page only says "The"
    assert [each for (each,) in found(ordinal, log)] == ["First", "Second", "Third"]


def test_every_turn_is_announced_before_it_is_taken(log: list[str], played: Played) -> None:
    asked, turns = "", 0
    for sentence in said(log):
        if turn := TURN.match(sentence):
            asked = turn[1]
        taken = DRAWN.fullmatch(sentence) or CALLED.fullmatch(sentence) or GOD.fullmatch(sentence)
        if taken:
            assert taken[1] == asked
            turns += 1
    at_turn = [
        event
        for _, event, _ in played.events
        if isinstance(event, RaInvoked | GodUsed)
        or (isinstance(event, TileDrawn) and event.tile is not Tile.RA)
    ]
    assert turns == len(at_turn)


def test_totals_are_heard_only_when_the_end_reveals_them(log: list[str], played: Played) -> None:
    names, players = played.setup.players, played.events[-1][2].players
    order = sorted(players, key=lambda player: player.score)
    assert found(PLACE, log) == [
        (str(len(order) - place), names[players.index(player)], str(player.score))
        for place, player in enumerate(order)
    ]
    sentences = said(log)
    first = next(place for place, each in enumerate(sentences) if PLACE.fullmatch(each))
    assert not [each for each in sentences[:first] if "point" in each and not GAIN.fullmatch(each)
                and "Take or return your points" not in each]  # fmt: skip
    assert sentences[-1] == f"{names[players.index(order[-1])]} wins the game"
    cues = [line.removeprefix("cue ") for line in log if line.startswith("cue ")]
    assert cues.count(Cue.EPOCH.value) == 3
    assert cues[-2:] == [Cue.REVEAL.value, Cue.WIN.value]


def test_the_table_is_read_on_demand_even_if_nothing_else_is_said(starts: Starts) -> None:
    start = starts.folder / "start.jsonl"
    setup, actions = demo_game()
    start.write_bytes(record.write(setup, actions[:5]))
    starts.run("key f2", options=("--start", str(start), "--speech-log", "heard.txt"))
    read = lines(starts.folder / "heard.txt")[-1].removeprefix("say ").split(" | ")
    heads = [sentence.split(":")[0].split(",")[0] for sentence in read]
    epoch = heads.index("First epoch")  # before it stands whose bid it is
    assert heads[epoch : epoch + 4] == [
        "First epoch",
        "Ra",
        "Auction track 1 of 8",
        "Sun 1 is in the centre",
    ]
    assert [each for each in heads if each in setup.players][-4:] == list(setup.players)
