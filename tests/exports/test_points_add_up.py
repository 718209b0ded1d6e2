"""Whatever was fixed by hand, the columns of a game for a spreadsheet add up to its points."""

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from companion.core.model import Agreement, Guest
from companion.exports import as_csv
from companion.exports.bg_stats import BgPlay, play_of
from companion.i18n import ENGLISH
from companion.journal import game_lines, games_dir
from companion.journal.book import GameWriter
from companion.journal.lines import Stamp
from companion.rules.editions import setup
from companion.rules.records.record import read_entry
from companion.rules.records.timeline import begin
from tests.statistics.evenings import BOOT, NAMES, actions, claimed


def game(folder: Path, seed: int, fixes: Mapping[int, tuple[int, int]]) -> BgPlay:
    """Save a game of two, in which after so many actions somebody's points are fixed."""
    with claimed(folder) as ours:
        book = GameWriter(ours, games_dir.new_game(ours.data, 0))
        guests = tuple(Guest(seat, name) for seat, name in enumerate(NAMES[:2]))
        played = actions(2, seed)
        lines = [game_lines.header(begin(setup(NAMES[:2])), guests, Agreement())]
        for number, action in enumerate(played):
            lines.append(game_lines.line(action))
            if number in fixes:
                seat, score = fixes[number]
                fix = f'{{"fix": {{"players": [{{"seat": {seat}, "score": {score}}}]}}}}'
                lines.append(game_lines.line(read_entry(fix.encode())))
        for place, line in enumerate(lines):
            book.append(line, Stamp(place, place, BOOT, "key"))
        book.close()
    (game_file,) = games_dir.game_files(folder)
    play = play_of(game_file.game, games_dir.read(game_file).lines)
    assert play is not None
    return play


def rows(play: BgPlay) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(as_csv(play, ENGLISH).decode("utf-8-sig"))))


def adds_up(row: dict[str, str]) -> bool:
    parts = list(row.values())
    return int(parts[5]) == sum(map(int, parts[6:]))


fixed = st.dictionaries(
    st.integers(0, 60), st.tuples(st.integers(0, 1), st.integers(0, 40)), max_size=3
)


@given(st.integers(0, 40), fixed, st.none() | st.tuples(st.integers(0, 1), st.integers(0, 99)))
def test_the_columns_add_up_to_the_points(
    seed: int, fixes: dict[int, tuple[int, int]], at_the_end: tuple[int, int] | None
) -> None:
    with TemporaryDirectory() as folder:
        last = len(actions(2, seed)) - 1
        wanted = fixes | ({last: at_the_end} if at_the_end else {})
        play = game(Path(folder), seed, wanted)
        assert all(map(adds_up, rows(play)))


def test_points_that_were_fixed_have_a_column_and_the_floor_has_one(tmp_path: Path) -> None:
    last = len(actions(2, 1)) - 1
    play = game(tmp_path, 1, {0: (0, 0), last: (1, 77)})
    first, second = rows(play)
    assert second["Points"] == "77"
    assert int(first["Fixed by hand"]) == -10
    assert int(second["Fixed by hand"]) != 0
    assert int(first["Not below 0"]) >= 0
    assert first["Points at the start"] == second["Points at the start"] == "10"
