"""A score sheet is read kindly, refused for what cannot lie on a table, and scored as games are."""

import contextlib
import json
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.editions import NoPenalty
from companion.rules.problems import BadSheet, IllegalSheet, Why
from companion.rules.scoring.sheet import LONGEST_SHEET, Tally, mistakes, read_sheet, result, scored
from companion.rules.tiles import KINDS, Tile

Row = dict[str, Any]


def sheet(*players: Row, epoch: int = 1, **more: object) -> Tally:
    return read_sheet(json.dumps({"epoch": epoch, "players": players, **more}).encode())


def anna(**row: object) -> Row:
    return {"name": "Anna", "before": 10, **row}


def ben(**row: object) -> Row:
    return {"name": "Ben", "before": 10, **row}


def slips(*players: Row, epoch: int = 1, **more: object) -> list[object]:
    """Why this sheet is refused."""
    with pytest.raises(IllegalSheet) as refused:
        scored(sheet(*players, epoch=epoch, **more))
    return [mistake.sentence for mistake in refused.value.problems]


def sentences(*players: Row, epoch: int = 1, **more: object) -> list[str]:
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


@pytest.mark.parametrize(
    "options", [{"two_player_split": "bgg"}, {"two_player_no_penalty": "every_epoch"}]
)
def test_the_options_for_two_change_nothing_for_three(options: Row) -> None:
    players = anna(), ben(tiles={"pharaoh": 1}), ben(tiles={"pharaoh": 2})
    assert scored(sheet(*players, options=options)).scores == scored(sheet(*players)).scores


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not Tile.RA])
def test_one_tile_more_than_the_box_has_is_named_with_its_owners(kind: Tile) -> None:
    disaster = kind.value.startswith("dis_")
    found = slips(anna(tiles={kind: kind.copies}), ben(tiles={kind: 1}))
    assert found == ([Why.STAYS_WITH_NOBODY] * 2 if disaster else [Why.TOO_MANY_TILES])


def test_who_has_none_of_a_kind_is_not_among_its_owners() -> None:
    refused = anna(tiles={"gold": 6}), ben(tiles={"gold": 0})
    assert sentences(*refused) == ["the box has 5 Gold tiles, but the sheet has 6 (Anna 6)"]
    with pytest.raises(IllegalSheet) as caught:
        scored(sheet(*refused))
    assert caught.value.problems[0].place == ("players", 0, "tiles", "gold")


@pytest.mark.parametrize("kind", [Tile.RA, Tile.UNREST])
def test_ra_and_disasters_stay_with_nobody(kind: Tile) -> None:
    assert slips(anna(tiles={kind.value: 1}), ben()) == [Why.STAYS_WITH_NOBODY]
    assert scored(sheet(anna(tiles={kind.value: 0}), ben())).scores


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


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"{",
        b'{"epoch": 1}',
        b'{"epoch": "1", "players": []}',
        b'{"epoch": 1, "players": [], "turns": 4}',
        b'{"epoch": 1, "players": [{"nom": "Anna"}]}',
        b'{"epoch": 1, "players": [], "options": {"three_player": true}}',
        b'{"epoch": 1, "players": [{"tiles": {"god": 1.5}}]}',
        b'{"epoch": 1, "players": [{"tiles": {"god": 1e99}}]}',
        b'{"epoch": 1, "players": [{"name": "\xff"}]}',
        b"[" * 60_000,
        b'{"epoch": 1, "players": [{}, {}]}' + b" " * LONGEST_SHEET,
    ],
)
def test_what_is_no_sheet_is_refused_with_a_sentence(text: bytes) -> None:
    with pytest.raises(BadSheet, match=r"\w+ \w+ \w+"):
        read_sheet(text)


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


@given(st.binary(max_size=200) | st.text(alphabet='{}[]":,0123epochlaysn ').map(str.encode))
def test_any_bytes_are_a_sheet_or_refused(text: bytes) -> None:
    with contextlib.suppress(BadSheet):
        assert isinstance(read_sheet(text), Tally)
