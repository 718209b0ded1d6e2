"""``replay``: the states of a record, refusals with file and line, and an account for people."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from companion.rules.actions import Action
from companion.rules.editions import setup
from companion.rules.model import new_game
from companion.rules.play import play
from companion.rules.records import positions, record
from tests.cli.running import BEGINNING, HEADER, Run, Write
from tests.random_games import random_game

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")


def whole_game(players: int, seed: int = 5) -> bytes:
    table = setup(NAMES[:players])
    return record.write(table, random_game(table, Random(seed)))  # noqa: S311 - dice


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_record_gives_a_state_for_the_header_and_one_for_every_event(
    players: int, run: Run, write: Write
) -> None:
    text = whole_game(players)
    game = new_game(record.read_header(text.splitlines()[0]))
    expected: list[object] = [positions.state(game, 0)]
    for seq, line in enumerate(text.splitlines()[1:], start=1):
        entry = record.read_entry(line)
        assert isinstance(entry, Action)
        game, events = play(game, entry)
        expected.append(positions.state(game, seq, events))
    ran = run("replay", write(text), "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.states == json.loads(msgspec.json.encode(expected))


ENDING = b"".join(
    json.dumps(line).encode() + b"\n"
    for line in [
        {"ra_record": 1, "players": ["Anna", "Ben"]},
        *[{"draw": "ra"}, {"unsold": True}] * 5,
        {"draw": "nile"},
        {"correct": 11, "to": [{"draw": "ra"}]},
        {"undo": 1},
        {"redo": 1},
        {"draw": "gold"},
        {"undo": 1},
    ]
)
"""Ben draws the Ra tile that ends the epoch, and it is read as a Nile at first."""


def test_a_correction_that_ends_an_epoch_is_scored_as_often_as_it_stands(
    run: Run, write: Write
) -> None:
    states = run("replay", write(ENDING), "--json").states
    assert [state["seq"] for state in states if state["epoch"] == 2] == [12, 14, 15, 16]
    assert [state["seq"] for state in states if "scored" in state] == [12, 14, 16]
    assert states[12]["scored"] == states[14]["scored"] == states[16]["scored"]


def test_a_correction_long_before_shows_no_points_again(run: Run, write: Write) -> None:
    more = ENDING + b'{"draw": "gold"}\n{"correct": 11, "to": [{"draw": "ra"}]}\n'
    states = run("replay", write(more), "--json").states
    assert (states[-1]["seq"], states[-1]["epoch"]) == (18, 2)
    assert "scored" not in states[-1]


def test_a_correction_that_ends_the_game_ranks_the_players(run: Run, write: Write) -> None:
    epoch = [b'{"draw":"ra"}\n', b'{"unsold":true}\n'] * 5 + [b'{"draw":"ra"}\n']
    lines = [b'{"ra_record":1,"players":["Anna","Ben"]}\n', *epoch * 3]
    seq = len(lines) - 1
    misread = b'{"draw":"god"}\n'
    right = f'{{"correct": {seq}, "to": [{{"draw": "ra"}}]}}\n'.encode()
    states = run("replay", write(b"".join([*lines[:-1], misread, right])), "--json").states
    expected = run("replay", write(b"".join(lines)), "--json").states[-1]
    assert states[-1] == expected | {"seq": seq + 1}
    assert "ranking" in states[-1]


def test_three_states_show_points_and_only_the_last_a_ranking(run: Run, write: Write) -> None:
    states = run("replay", write(whole_game(3)), "--json").states
    scored = [state for state in states if "scored" in state]
    assert [len(state["scored"][0]) for state in scored] == [9, 9, 12]
    assert [state["seq"] for state in states if "ranking" in state] == [states[-1]["seq"]]
    last = states[-1]
    assert (last["phase"], last["active"]) == ("over", None)
    points = [last["players"][seat]["score"] for seat in last["ranking"]]
    assert points == sorted(points, reverse=True)
    assert sorted(last["ranking"]) == [0, 1, 2]


def test_the_ranking_stays_when_points_are_fixed_at_the_end(run: Run, write: Write) -> None:
    fix = b'{"fix": {"players": [{"seat": 2, "score": 99}]}}\n'
    states = run("replay", write(whole_game(3) + fix), "--json").states
    assert states[-2]["phase"] == states[-1]["phase"] == "over"
    assert states[-1]["ranking"][0] == 2
    undone = run("replay", write(whole_game(3) + fix + b'{"undo": 1}\n'), "--json").states
    assert undone[-1]["ranking"] == states[-2]["ranking"]


LIGHT = b"""{"ra_record": 1, "players": ["Anna", "Ben"]}
{"level": "score_only"}
{"tally": [{"tiles": {"god": 2}}, {"tiles": {}}]}
{"tally": [{"tiles": {"god": 2}}, {"tiles": {}}]}
"""


def test_who_has_won_is_null_where_nobody_knows_and_told_where_it_is_known(
    run: Run, write: Write
) -> None:
    skipped = write(LIGHT + b'{"tally": [{"tiles": {}}, null]}\n')
    assert run("replay", skipped, "--json").states[-1]["ranking"] is None
    assert "the winner is unknown" in run("replay", skipped).out
    fix = b'{"fix": {"players": [{"seat": 0, "score": 7}, {"seat": 1, "score": 30}]}}\n'
    known = write(LIGHT + b'{"tally": [{"tiles": {}}, null]}\n' + fix)
    assert run("replay", known, "--json").states[-1]["ranking"] == [1, 0]
    assert "1. Ben: 30" in run("replay", known).out


def test_the_first_state_is_the_table_before_the_first_turn(run: Run) -> None:
    (state,) = run("replay", "-", "--json", stdin=HEADER).states
    assert state["players"][0] == {"up": [2, 5, 8, 13], "down": [], "tiles": {}, "score": 10}
    assert (state["active"], state["centre"], state["ra_limit"]) == (0, 1, 8)
    assert (state["lane"], state["removed"]) == ([None] * 8, {})
    assert sum(state["bag"].values()) == 180


REFUSED = [
    (b'{"draw": "ra"}', 1, "An auction is under way: Anna bids or passes first"),
    (b'{"bid": 3}', 1, "Anna has no face-up sun 3"),
    (b'{"bid": 2}', 1, "Anna must bid higher than 4, and 2 is not"),
    (b'{"god": 0}', 1, "An auction is under way: Anna bids or passes first"),
    (b'{"god": 99}', 1, "An auction is under way: Anna bids or passes first"),
    (b'{"won": 12}', 1, "Bids are already being entered one by one: continue with Anna"),
    (b'{"discard": []}', 1, "No disaster is waiting for tiles"),
    (b"{", 2, ""),
    (b"null", 2, ""),
    (b"{}", 2, "One event per line, not "),
    (b'{"draw": "pyramid"}', 2, ""),
    (b'{"draw": 3}', 2, ""),
    (b'{"bid": "4"}', 2, ""),
    (b'{"bid": 5, "pass": true}', 2, "One event per line, not "),
    (b'{"pass": false}', 2, "Not an event of a game record: "),
    (b'{"jump": true}', 2, ""),
    (b'{"bid": ' + b"9" * 5000 + b"}", 2, ""),
    (b'{"pass": true} {"pass": true}', 2, ""),
    (b"\xff\xfe\x00", 2, ""),
    (b"[" * 50_000, 2, ""),
    (b" " * 70_000, 2, "A line of a game record has at most 65536 bytes"),
    (b"\x00" * 70_000, 2, "A line of a game record has at most 65536 bytes"),
    (b'{"draw": "' + b"n" * 60_000 + b'"}', 2, ""),
]


@pytest.mark.parametrize(("line", "status", "reason"), REFUSED)
def test_a_bad_line_ends_the_record_with_its_number_and_a_reason(
    line: bytes, status: int, reason: str, run: Run
) -> None:
    ran = run("replay", "-", "--json", stdin=BEGINNING + line + b'\n{"pass": true}\n')
    assert ran.status == status
    assert [state["seq"] for state in ran.states] == [0, 1, 2, 3]
    (complaint,) = ran.complaints
    assert complaint.startswith("-:5: " + reason)
    assert len(complaint) < 600


@pytest.mark.parametrize(
    "text",
    [
        b"\n\n  \n",
        b'{"ra_record": 1, "players": ["Ann", "%s"]}' % (b"n" * 10_000),
        b'{"players": ["A", "B"]}',
        b'{"ra_record": 1, "players": ["A", "B"], "seats": 2}',
        b'{"ra_record": 1, "players": ["A", "B"], "options": {"gods": 2}}',
        b'{"ra_record": 1, "players": ["A", "B"], "edition": "c26"}',
        b'{"draw": "ra"}',
        b"PNG\x89\x00\x01",
        b"\xff\xfe{\x00}\x00",
    ],
)
def test_a_bad_header_is_refused_with_a_reason(text: bytes, run: Run) -> None:
    ran = run("replay", "-", "--json", stdin=text)
    assert ran.status
    assert ran.out == ""
    assert [complaint[:5] for complaint in ran.complaints] == ["-:1: "]
    assert len(ran.err) < 600


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbf" + BEGINNING,
        BEGINNING.replace(b"\n", b"\r\n"),
        BEGINNING.rstrip(b"\n"),
        BEGINNING + b"\n\n",
        BEGINNING + b"\r\n \t \r\n" * 500,
        BEGINNING + b" ",
        BEGINNING.replace(b" ", b""),
        b"\xef\xbb\xbf" + BEGINNING.replace(b"\n", b"\r\n").rstrip(),
    ],
)
def test_how_a_file_was_saved_changes_nothing(text: bytes, run: Run) -> None:
    ran = run("replay", "-", "--json", stdin=text)
    assert (ran.status, ran.err) == (0, "")
    assert ran.states == run("replay", "-", "--json", stdin=BEGINNING).states


def test_a_byte_order_mark_belongs_to_the_beginning_only(run: Run) -> None:
    ran = run("replay", "-", stdin=BEGINNING + b'\xef\xbb\xbf{"pass": true}\n')
    assert ran.status == 2
    assert ran.err.startswith("-:5: ")


UNDONE = BEGINNING + b'{"undo": 2}\n{"redo": 1}\n{"undo": 2}\n{"draw": "flood"}\n'


def test_what_is_taken_back_gives_the_state_before_it_and_the_count_goes_on(run: Run) -> None:
    states = run("replay", "-", "--json", stdin=UNDONE).states
    assert [state["seq"] for state in states] == list(range(8))
    without = [{**state, "seq": None} for state in states]
    assert without[4] == without[1]
    assert without[5] == without[2]
    assert without[6] == without[0]
    assert states[7]["lane"][0] == "flood"


def test_the_account_of_a_whole_game_ends_with_points_and_places(run: Run, write: Write) -> None:
    text = whole_game(3)
    last: dict[str, Any] = run("replay", write(text), "--json").states[-1]
    lines = run("replay", write(text)).out.splitlines()
    places = [line.strip() for line in lines if line.strip()[:2] in ("1.", "2.", "3.")]
    assert places == [
        f"{place}. {NAMES[seat]}: {last['players'][seat]['score']}"
        for place, seat in enumerate(last["ranking"], start=1)
    ]
    assert sum("Civilizations" in line for line in lines) == 3
    assert sum("Different monuments" in line for line in lines) == 1
