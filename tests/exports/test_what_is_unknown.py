"""Games of which something is unknown leave as unknown, with the epochs where they belong."""

import csv
import io
import json

from companion.exports import FORMATS
from companion.exports.bg_stats import BgPlay, link, play_of
from companion.i18n import ENGLISH
from companion.journal.lines import GameId
from tests.net.evenings import JOURNALS, lines_of


def kept(name: str) -> BgPlay:
    """Return a game that 2.0.0 has written."""
    [path] = (JOURNALS / "2.0.0").glob(f"*-{name}.jsonl")
    play = play_of(GameId(path.stem), lines_of(path.read_bytes(), path.stem))
    assert play is not None
    return play


def test_a_winner_that_nobody_knows_is_named_nowhere() -> None:
    play = kept("never-known")
    assert play.is_over
    assert [sat.place for sat in play.seats] == [None] * 3
    assert [sat.points for sat in play.seats] == [None] * 3
    assert "winner%22%3Atrue" not in (link(play) or "")
    [_, *rows] = csv.reader(io.StringIO(FORMATS["csv"](play, ENGLISH).decode("utf-8-sig")))
    assert {tuple(row[4:6]) for row in rows} == {("", "")}
    assert FORMATS["png"](play, ENGLISH).startswith(b"\x89PNG")


def test_an_epoch_before_anybody_joined_is_empty_and_the_others_keep_their_numbers() -> None:
    play = kept("joined-to-the-end")
    players = json.loads(FORMATS["json"](play, ENGLISH))["players"]
    assert [[epoch is None for epoch in each["epochs"]] for each in players] == [
        [True, False, False]
    ] * 3
    [titles, *rows] = csv.reader(io.StringIO(FORMATS["csv"](play, ENGLISH).decode("utf-8-sig")))
    first = titles.index("1: Gods")
    assert {row[first] for row in rows} == {""}
    assert {row[titles.index("3: Suns")] for row in rows} != {""}
