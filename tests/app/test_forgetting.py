"""Whoever asks is forgotten everywhere, to the last byte, and no game is lost over it."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.app.forgetting import DAY_MS, FOR_EVER, forget, forget_old
from companion.exports.kept_game import describe
from companion.journal import game_lines, games_dir, index
from companion.journal.claim import FolderLock
from companion.journal.filesystem import JournalBroken
from companion.journal.index import Answer, GameQuery, Index
from companion.journal.lines import GameId
from companion.rules.records.timeline import Timeline
from tests.cli.running import Run
from tests.journal.disks import Fault
from tests.statistics.evenings import BEGUN_MS, claimed, keep
from tests.together import some

WHO = "Zofia-Ґ7"
"""A name that no other byte of a data folder can be taken for."""

OTHERS = ("Ben", "Cleo")

LATER_MS = BEGUN_MS + 400 * DAY_MS


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[FolderLock]:
    with claimed(tmp_path / "data") as ours:
        yield ours


def holding(folder: Path, name: str) -> list[Path]:
    """The files in which a name stands, however it is written."""
    written = {name.encode(), name.encode("utf-16-le"), ascii(name)[1:-1].encode()}
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if any(each in path.read_bytes() for each in written)]


def told(data: Path, game: GameId) -> tuple[Timeline, tuple[str, ...]]:
    """What a journal tells, wholly proved: the game, and who sat there."""
    game_file = games_dir.find(data, game)
    assert game_file is not None
    verified = games_dir.read(game_file)
    assert verified.flaw is None
    kept = game_lines.read(verified.lines)
    assert kept is not None
    assert kept.understood == len(verified.lines)
    return kept.timeline, tuple(guest.name for guest in kept.guests)


def test_a_name_is_gone_from_every_byte_and_the_games_are_as_they_were(ours: FolderLock) -> None:
    games = [keep(ours, players=3, names=(WHO, *OTHERS), seed=seed) for seed in range(3)]
    other = keep(ours, players=2, names=OTHERS)
    index.ask(ours.data, describe, Index.games)
    before = [told(ours.data, game)[0].steps[-1].game.players for game in games]
    assert holding(ours.data, WHO)
    done = forget(ours, WHO)
    assert set(done.games) == set(games)
    assert done.trouble is None
    assert holding(ours.data, WHO) == []
    for game, players in zip(games, before, strict=True):
        timeline, guests = told(ours.data, game)
        assert timeline.game.players == players
        assert timeline.game.setup.players == ("#1", *OTHERS)
        assert guests == ("", *OTHERS)
    assert told(ours.data, other)[1] == OTHERS


@pytest.mark.parametrize(
    ("names", "who", "players", "guests"),
    [
        pytest.param(
            (WHO, f" {WHO}", f"{WHO} 3", WHO), WHO,
            ("#1", "#2", f"{WHO} 3", "#4"), ("", "", f"{WHO} 3", ""),
            id="all who gave a name at one table are forgotten with it",
        ),
        pytest.param(
            (WHO, WHO, "Ben"), f"{WHO} 2", (WHO, "#2", "Ben"), (WHO, "", "Ben"),
            id="who is called by a number in the statistics is forgotten alone",
        ),
    ],
)  # fmt: skip
def test_who_had_the_same_name_at_one_table(
    ours: FolderLock,
    names: tuple[str, ...],
    who: str,
    players: tuple[str, ...],
    guests: tuple[str, ...],
) -> None:
    game = keep(ours, players=len(names), names=names)
    forget(ours, who)
    timeline, found = told(ours.data, game)
    assert (timeline.game.setup.players, found) == (players, guests)


def test_what_cannot_be_proved_forgets_who_was_told_apart_as_well(ours: FolderLock) -> None:
    game = keep(ours, players=3, names=(WHO, WHO, "Ben"))
    game_file = games_dir.find(ours.data, game)
    assert game_file is not None
    line = f'{{"name":"{WHO} 2","and":"Ben"}}'.encode()
    game_file.path.write_bytes(game_file.path.read_bytes() + line)
    forget(ours, WHO)
    assert holding(ours.data, WHO) == []
    assert game_file.path.read_bytes().endswith(b'{"name":"#","and":"Ben"}')


def asked(ours: FolderLock, question: Callable[[Index], Answer]) -> Answer:
    return index.ask(ours.data, describe, question)


def test_the_index_still_answers_and_counts_everybody_else(ours: FolderLock) -> None:
    keep(ours, players=3, names=(WHO, *OTHERS))
    index.ask(ours.data, describe, Index.games)
    before = asked(ours, lambda known: known.totals("Ben"))
    forget(ours, WHO)
    assert asked(ours, lambda known: known.totals(WHO)) == {}
    assert asked(ours, lambda known: known.totals("Ben")) == before
    assert asked(ours, lambda known: known.games(GameQuery(player=WHO))) == ()
    assert len(asked(ours, Index.games)) == 1


def test_copies_that_nobody_could_prove_forget_as_well(ours: FolderLock) -> None:
    game = keep(ours, players=3, names=(WHO, *OTHERS))
    game_file = games_dir.find(ours.data, game)
    assert game_file is not None
    whole = game_file.path.read_bytes()
    game_file.path.with_name(game_file.path.name + ".unproved-1").write_bytes(whole[:-9] + b"torn")
    game_file.path.with_name(game_file.path.name + ".new").write_bytes(whole[:300])
    game_file.path.write_bytes(whole + b'00000000 {"name":"' + WHO.encode() + b'"}\n')
    forget(ours, WHO)
    assert holding(ours.data, WHO) == []
    kept = game_lines.read(games_dir.read(game_file).lines)
    assert kept is not None
    assert len(games_dir.read(game_file).lines) == whole.count(b"\n")


def test_the_game_on_the_table_is_left_alone(ours: FolderLock) -> None:
    game = keep(ours, players=3, names=(WHO, *OTHERS))
    assert forget(ours, WHO, on_table=game).games == ()
    assert told(ours.data, game)[1] == (WHO, *OTHERS)


def test_nobody_of_that_name_is_no_trouble(ours: FolderLock) -> None:
    keep(ours, players=2, names=OTHERS)
    before = {path: path.read_bytes() for path in ours.games.iterdir()}
    assert forget(ours, WHO).games == ()
    assert {path: path.read_bytes() for path in ours.games.iterdir()} == before


@pytest.mark.parametrize("number", some(range(1, 26), 2))
def test_a_disk_that_fails_at_any_moment_leaves_every_game_whole(
    ours: FolderLock, number: int
) -> None:
    games = [keep(ours, players=3, names=(WHO, *OTHERS), seed=seed) for seed in range(2)]
    before = [told(ours.data, game)[0].game.players for game in games]
    fault = Fault(number, errno.EIO)
    with suppress(JournalBroken):
        forget(FolderLock(ours.data, fault.disk(), ours.lock), WHO)
    assert [told(ours.data, game)[0].game.players for game in games] == before
    forget(ours, WHO)
    assert [told(ours.data, game)[0].game.players for game in games] == before
    assert holding(ours.data, WHO) == []


FORGET = """
import sys
from pathlib import Path
from companion.app.forgetting import forget
from companion.journal.claim import claim
with claim(Path(sys.argv[1])) as ours:
    print("begin", flush=True)
    forget(ours, sys.argv[2])
    print("end", flush=True)
"""


@pytest.mark.crash
def test_killed_at_any_moment_it_has_lost_no_game_and_can_be_done_again(tmp_path: Path) -> None:
    with claimed(tmp_path) as ours:
        games = [keep(ours, players=3, names=(WHO, *OTHERS), seed=seed) for seed in range(12)]
        index.ask(tmp_path, describe, Index.games)
        whole = {game: told(tmp_path, game)[0].steps[-1].game.players for game in games}
    command = [sys.executable, "-c", FORGET, str(tmp_path), WHO]
    was_killed_amid = 0
    for attempt in some(range(16), 3):
        with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == b"begin\n"
            pause = 0.004 * attempt
            try:
                child.wait(pause)
            except subprocess.TimeoutExpired:
                os.kill(child.pid, signal.SIGKILL)
                was_killed_amid += 1
            child.wait()
        for game, players in whole.items():
            timeline, guests = told(tmp_path, game)
            assert timeline.game.players == players
            assert guests in ((WHO, *OTHERS), ("", *OTHERS))
        if not holding(tmp_path, WHO):
            break
    assert was_killed_amid
    with claimed(tmp_path) as ours:
        forget(ours, WHO)
    assert holding(tmp_path, WHO) == []


def test_what_was_cut_short_before_the_index_is_made_good_the_next_time(
    ours: FolderLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(ours, players=3, names=(WHO, *OTHERS))
    index.ask(ours.data, describe, Index.games)
    with monkeypatch.context() as plug:
        plug.setattr(index, "ask", lambda *_: pytest.fail("pulled"))
        with pytest.raises(pytest.fail.Exception):
            forget(ours, WHO)
    assert holding(ours.data, WHO) == [ours.data / index.NAME]
    assert forget(ours, WHO).games == ()
    assert holding(ours.data, WHO) == []


def test_old_games_forget_everybody_and_young_ones_nobody(ours: FolderLock) -> None:
    old = keep(ours, players=2, names=(WHO, "Ben"))
    young = keep(ours, players=2, names=("Cleo", "Dora"), begun_ms=LATER_MS - DAY_MS)
    index.ask(ours.data, describe, Index.games)
    assert forget_old(ours, FOR_EVER, LATER_MS).games == ()
    assert forget_old(ours, 30, LATER_MS).games == (old,)
    assert holding(ours.data, WHO) == []
    assert told(ours.data, young)[1] == ("Cleo", "Dora")
    assert forget_old(ours, 30, LATER_MS).games == ()


def test_guests_of_a_cafe_are_forgotten_after_their_game_and_a_kept_game_waits(
    ours: FolderLock,
) -> None:
    over = keep(ours, players=2, names=(WHO, "Ben"))
    kept = keep(ours, players=2, names=("Cleo", "Dora"), less=3)
    index.ask(ours.data, describe, Index.games)
    an_hour_later = BEGUN_MS + DAY_MS // 4
    assert forget_old(ours, 0, an_hour_later).games == (over,)
    assert told(ours.data, kept)[1] == ("Cleo", "Dora")
    assert forget_old(ours, 0, BEGUN_MS + 2 * DAY_MS).games == (kept,)


def test_a_clock_that_was_never_set_keeps_no_names_for_ever(ours: FolderLock) -> None:
    game = keep(ours, players=2, names=(WHO, "Ben"), begun_ms=0)
    ahead = keep(ours, players=2, names=("Cleo", "Dora"), begun_ms=LATER_MS + 99 * DAY_MS)
    index.ask(ours.data, describe, Index.games)
    assert set(forget_old(ours, 365, LATER_MS).games) == {game, ahead}


def test_the_command_says_in_how_many_games(run: Run, tmp_path: Path) -> None:
    with claimed(tmp_path) as ours:
        keep(ours, players=3, names=(WHO, *OTHERS))
        ran = run("forget", WHO, "--data", tmp_path)
        assert (ran.status, ran.out) == (2, "")
        assert "open" in ran.err
    ran = run("forget", WHO, "--data", tmp_path)
    assert ran.status == 0
    assert ran.out.startswith("Removed from 1 game.")
    assert holding(tmp_path, WHO) == []
