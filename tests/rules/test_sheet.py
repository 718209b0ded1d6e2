"""A score sheet is read kindly, refused for what cannot lie on a table, and scored as games are."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.editions import NoPenalty, Split
from companion.rules.problems import BadSheet, IllegalSheet, Unreadable, Why
from companion.rules.scoring.sheet import (
    Row,
    Tally,
    TwoPlayers,
    label,
    mistakes,
    read_sheet,
    result,
    scored,
    write_sheet,
)
from companion.rules.tiles import KINDS, Tile

Player = dict[str, Any]


def sheet(*players: Player, epoch: int = 1, **more: object) -> Tally:
    return read_sheet(json.dumps({"epoch": epoch, "players": players, **more}).encode())


def anna(**row: object) -> Player:
    return {"name": "Anna", "before": 10, **row}


def ben(**row: object) -> Player:
    return {"name": "Ben", "before": 10, **row}


def slips(*players: Player, epoch: int = 1, **more: object) -> list[object]:
    """Why this sheet is refused."""
    with pytest.raises(IllegalSheet) as refused:
        scored(sheet(*players, epoch=epoch, **more))
    return [mistake.sentence for mistake in refused.value.problems]


def sentences(*players: Player, epoch: int = 1, **more: object) -> list[str]:
    with pytest.raises(IllegalSheet) as refused:
        scored(sheet(*players, epoch=epoch, **more))
    return [str(mistake) for mistake in refused.value.problems]


@pytest.mark.parametrize(
    ("no_penalty", "epoch", "pharaohs", "suns"),
    [
        (NoPenalty.OFF, 1, -2, None),
        (NoPenalty.OFF, 3, -2, -5),
        (NoPenalty.FINAL_ONLY, 1, -2, None),
        (NoPenalty.FINAL_ONLY, 3, 0, 0),
        (NoPenalty.EVERY_EPOCH, 1, 0, None),
        (NoPenalty.EVERY_EPOCH, 3, 0, 0),
    ],
)
def test_two_players_may_agree_to_spare_the_last(
    no_penalty: NoPenalty, epoch: int, pharaohs: int, suns: int | None
) -> None:
    options = {"two_player_no_penalty": no_penalty.value}
    players = anna(suns=[1, 2, 3, 4]), ben(suns=[5, 6, 7, 8], tiles={"pharaoh": 1})
    scoring: Any = result(scored(sheet(*players, epoch=epoch, options=options)))
    assert scoring["players"][0]["pharaohs"] == pharaohs
    assert scoring["players"][0].get("suns") == suns


def test_names_and_suns_may_be_missing_or_empty_before_the_third_epoch() -> None:
    tally = sheet({"before": 12}, {"name": "", "before": 10, "suns": []}, epoch=2)
    assert scored(tally).names == ("#1", "#2")
    assert [row["name"] for row in result(scored(tally))["players"]] == ["#1", "#2"]  # type: ignore[attr-defined] # a JSON list


def test_players_of_one_name_are_told_apart_as_at_the_table() -> None:
    tally = sheet(anna(), {"name": " Anna "}, {"name": "\u200b"}, {"name": "Anna 2"})
    assert scored(tally).names == ("Anna", "Anna 3", "#3", "Anna 2")
    named = sheet({"name": "An  na"}, ben())
    assert scored(named).names == ("An  na", "Ben"), "a name that is nobody else's stays as it is"


def test_everybody_begins_the_first_epoch_with_ten_points() -> None:
    assert [sheet.before for sheet in scored(sheet({}, {"before": 9})).sheets] == [10, 9]


def test_the_number_of_suns_need_not_fit_the_number_of_players() -> None:
    three = [anna(suns=[1, 2]), ben(suns=[3, 4]), {"before": 1, "suns": [5, 6]}]
    assert scored(sheet(*three, epoch=3)).ranking is not None


@pytest.mark.parametrize("number", [0, 1, 6, 7])
def test_so_many_players_are_not_a_game(number: int) -> None:
    assert slips(*[{} for _ in range(number)]) == [Why.PLAYER_COUNT]


@pytest.mark.parametrize("epoch", [-1, 0, 4])
def test_there_are_three_epochs(epoch: int) -> None:
    assert slips(anna(), ben(), epoch=epoch) == [Why.NO_SUCH_EPOCH]


@pytest.mark.parametrize("kind", KINDS)
def test_one_tile_more_than_the_box_has_is_named_with_its_owners(kind: Tile) -> None:
    is_kept = kind is not Tile.RA and not kind.value.startswith("dis_")
    found = slips(anna(tiles={kind: kind.copies}), ben(tiles={kind: 1}))
    assert found == ([Why.TOO_MANY_TILES] if is_kept else [Why.STAYS_WITH_NOBODY] * 2)
    assert scored(sheet(anna(tiles={kind: 0}), ben())).scores


def test_who_has_none_of_a_kind_is_not_among_its_owners() -> None:
    refused = anna(tiles={"gold": 6}), ben(tiles={"gold": 0})
    assert sentences(*refused) == ["the box has 5 Gold tiles, but the sheet has 6 (Anna 6)"]
    with pytest.raises(IllegalSheet) as caught:
        scored(sheet(*refused))
    assert caught.value.problems[0].place == ("players", 0, "tiles", "gold")


def test_a_tile_that_is_not_in_the_box_is_named() -> None:
    assert sentences(anna(tiles={"obelisk": 1}), ben()) == [
        "Anna has a tile that is not in the box: obelisk"
    ]


def test_a_sun_lies_before_one_player_once() -> None:
    assert sentences(anna(suns=[9, 9]), ben()) == [
        "sun 9 appears 2 times (Anna, Anna), but there is only one"
    ]
    for sun in (1, 9, 16):
        assert slips(anna(suns=[sun]), ben(suns=[sun])) == [Why.SUN_TWICE]


@pytest.mark.parametrize("sun", [-3, 0, 17])
def test_suns_are_numbered_1_to_16(sun: int) -> None:
    assert slips(anna(suns=[sun]), ben()) == [Why.NO_SUCH_SUN]


def test_a_sun_that_does_not_exist_is_not_said_to_exist_once() -> None:
    assert slips(anna(suns=[17]), ben(suns=[17])) == [Why.NO_SUCH_SUN] * 2


def test_nobody_has_five_suns() -> None:
    assert slips(anna(suns=[1, 2, 3, 4, 5]), ben()) == [Why.TOO_MANY_SUNS]


def test_the_third_epoch_needs_everybodys_suns() -> None:
    assert slips(anna(suns=[1, 2, 3]), ben(), epoch=3) == [Why.SUNS_MISSING]
    assert slips(anna(suns=[1, 2, 3]), ben(suns=[]), epoch=3) == [Why.SUNS_MISSING]


def test_at_the_end_all_have_as_many_suns() -> None:
    assert sentences(anna(suns=[1, 2, 3]), ben(suns=[4, 5]), epoch=3) == [
        "all players have the same number of suns, but here: Anna 3, Ben 2"
    ]


def test_points_before_an_epoch_are_known_and_no_debts() -> None:
    assert slips({"name": "Anna"}, ben(), epoch=2) == [Why.BEFORE_MISSING]
    assert slips(anna(before=-1), ben()) == [Why.NO_SUCH_POINTS]
    assert slips(anna(before=1000), ben()) == [Why.NO_SUCH_POINTS]
    assert scored(sheet(anna(before=0), ben(before=999), epoch=2)).scores[1].before == 999


def test_a_name_of_ten_thousand_characters_is_not_repeated() -> None:
    said = sentences(anna(name="n" * 10_000), ben())
    assert said == ["the name of player 1 is too long: use at most 500 characters"]
    assert scored(sheet(anna(name="n" * 500), ben())).names[0] == "n" * 500


def test_a_sun_that_is_there_already_is_the_last_that_was_said() -> None:
    with pytest.raises(IllegalSheet) as refused:
        scored(sheet(anna(suns=[9]), ben(suns=[8, 9])))
    assert [mistake.place for mistake in refused.value.problems] == [("players", 1, "suns", 1)]


def test_every_mistake_tells_where_it_stands() -> None:
    with pytest.raises(IllegalSheet) as refused:
        scored(sheet(anna(suns=[1, 99], tiles={"nile": -1}), ben(before=-2), epoch=7))
    assert [mistake.place for mistake in refused.value.problems] == [
        ("epoch",),
        ("players", 0, "tiles", "nile"),
        ("players", 0, "suns", 1),
        ("players", 1, "before"),
    ]
    with pytest.raises(IllegalSheet) as refused:
        scored(sheet(anna(suns=[1]), ben(), epoch=3))
    assert [mistake.place for mistake in refused.value.problems] == [("players", 1)]


written = st.fixed_dictionaries(
    {"epoch": st.integers(-1, 5), "players": st.lists(
        st.fixed_dictionaries({}, optional={
            "name": st.text(max_size=8) | st.none(),
            "before": st.integers(-5, 1200),
            "suns": st.lists(st.integers(-1, 18), max_size=6) | st.none(),
            "tiles": st.dictionaries(
                st.sampled_from([kind.value for kind in KINDS]) | st.text(max_size=4),
                st.integers(-2, 40),
            ),
        }), max_size=7)},
    optional={"options": st.fixed_dictionaries({}, optional={
        "two_player_no_penalty": st.sampled_from([value.value for value in NoPenalty]),
    })},
)  # fmt: skip


@given(written)
def test_a_sheet_is_scored_exactly_when_no_mistake_is_found(tally: Mapping[str, object]) -> None:
    read = read_sheet(msgspec.json.encode(tally))
    found = mistakes(read)
    if found:
        assert all(len(str(mistake)) > len("no word") for mistake in found)
        with pytest.raises(IllegalSheet):
            scored(read)
    else:
        assert all(points.after >= 0 for points in scored(read).scores)


SHORTEST = '{"epoch": 1, "players": [%s]}'


def with_row(row: str) -> Tally:
    """Return a sheet with one row."""
    return read_sheet((SHORTEST % row).encode())


def test_a_sheet_is_written_with_what_was_said_and_read_again() -> None:
    rows = (Row("Ann", 12, (9, 1), {"gold": 2}), Row(tiles={"nile": 1}), Row("Cleo", 0, ()))
    tally = Tally(3, rows, TwoPlayers(Split.BGG))
    written = write_sheet(tally)
    assert json.loads(written) == {
        "epoch": 3,
        "options": {"two_player_split": "bgg", "two_player_no_penalty": "off"},
        "players": [
            {"name": "Ann", "before": 12, "suns": [9, 1], "tiles": {"gold": 2}},
            {"tiles": {"nile": 1}},
            {"name": "Cleo", "before": 0, "suns": [], "tiles": {}},
        ],
    }
    assert read_sheet(written) == tally


def test_of_what_two_players_may_agree_on_only_what_they_said_is_written() -> None:
    tally = Tally(1, (Row(), Row()), TwoPlayers(None, NoPenalty.FINAL_ONLY))
    assert json.loads(write_sheet(tally))["options"] == {"two_player_no_penalty": "final_only"}


def test_a_written_sheet_is_for_people_one_thing_a_line() -> None:
    written = write_sheet(Tally(1, (Row("Ann", 10),))).decode()
    assert written.endswith("}\n")
    assert '\n "epoch": 1,\n' in written
    assert '\n   "name": "Ann",\n' in written


@pytest.mark.parametrize("number", [10**9, -(10**9)])
def test_a_number_of_a_thousand_million_is_read_and_a_larger_one_is_refused(number: int) -> None:
    farther = number + (1 if number > 0 else -1)
    assert with_row(f'{{"before": {number}}}').players[0].before == number
    with pytest.raises(BadSheet) as refused:
        with_row(f'{{"before": {farther}}}')
    assert refused.value.problem.sentence is Unreadable.NO_SHEET


def test_a_sheet_may_have_64_kibibytes_and_no_more() -> None:
    sheet = (SHORTEST % "").encode()
    room = 64 * 1024 - len(sheet)
    assert read_sheet(sheet + b" " * room) == Tally(1, ())
    with pytest.raises(BadSheet, match="65536"):
        read_sheet(sheet + b" " * (room + 1))


def test_who_has_no_name_or_one_that_fills_the_table_is_called_by_the_place() -> None:
    sheet = Tally(1, (Row("Ann"), Row(), Row(""), Row("A" * 500), Row("A" * 501)))
    assert [label(sheet, seat) for seat in range(5)] == ["Ann", "#2", "#3", "A" * 500, "#5"]
