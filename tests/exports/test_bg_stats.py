"""The link for BG Stats: field by field, with exact types."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.exports.bg_stats import LINK, LONGEST_LINK, BgPlay, link, play_of
from companion.journal import games_dir
from tests.statistics.evenings import BEGUN_MS, NAMES, claimed, keep

LONG = (
    "Maximilian-Alexander von Hohenlohe",
    "Володимирівна Переяславська",
    "寿限無寿限無五劫の擦り切れ",
)

GAME = {"name": "Ra", "sourceGameId": "ra", "bggId": 12, "highestWins": True, "noPoints": False}


def played(
    folder: Path, players: int = 3, names: tuple[str, ...] = NAMES, less: int = 0, seed: int = 5
) -> BgPlay:
    with claimed(folder) as ours:
        game = keep(ours, players=players, names=names, less=less, seed=seed, step_ms=20_000)
    game_file = games_dir.find(folder, game)
    assert game_file is not None
    play = play_of(game, games_dir.read(game_file).lines)
    assert play is not None
    return play


def said(play: BgPlay) -> dict[str, Any]:
    """What the app reads from the link."""
    address = link(play)
    assert address is not None
    assert address.startswith(LINK)
    (data,) = parse_qs(urlsplit(address).query, strict_parsing=True)["data"]
    decoded: dict[str, Any] = json.loads(data)
    return decoded


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_field_of_the_link_has_its_type(tmp_path: Path, players: int) -> None:
    play = played(tmp_path, players)
    pushed = said(play)
    assert list(pushed)[:3] == ["sourceName", "sourcePlayId", "playDate"]
    assert pushed["sourceName"] == "Ra Companion"
    assert pushed["sourcePlayId"] == play.game
    assert pushed["game"] == GAME
    assert type(pushed["game"]["bggId"]) is int
    assert type(pushed["durationMin"]) is int
    assert pushed["durationMin"] == play.minutes
    assert pushed["board"] == "c25"
    for seat, player in enumerate(pushed["players"]):
        assert type(player["startPlayer"]) is bool
        assert type(player["winner"]) is bool
        assert type(player["score"]) is int
        assert type(player["rank"]) is int
        assert type(player["sourcePlayerId"]) is str
        assert player["name"] == NAMES[seat]
        assert player["winner"] == (player["rank"] == 1)
    assert sum(player["startPlayer"] for player in pushed["players"]) == 1


def test_the_date_is_the_end_in_utc(tmp_path: Path) -> None:
    play = played(tmp_path)
    assert play.ended_ms > BEGUN_MS
    assert said(play)["playDate"] == "2026-01-02 " + said(play)["playDate"][11:]
    assert play.minutes == round((play.ended_ms - BEGUN_MS) / 60_000)


def test_somebody_has_the_same_number_in_every_game(tmp_path: Path) -> None:
    first, second = (played(tmp_path / str(seed), seed=seed) for seed in (1, 2))
    assert [one.number for one in first.seats] == [one.number for one in second.seats]
    assert len({one.number for one in first.seats}) == 3


def test_long_names_are_cut_until_the_code_can_be_read(tmp_path: Path) -> None:
    play = played(tmp_path, 5, (*LONG, "Ю" * 200, "ё" * 500))
    address = link(play)
    assert address is not None
    assert len(address) <= LONGEST_LINK
    assert len({player["sourcePlayerId"] for player in said(play)["players"]}) == 5


def test_usual_names_are_said_whole_with_ranks(tmp_path: Path) -> None:
    names = ("Анастасія", "Володимир", "Катерина", "Олександр", "Святослав")
    pushed = said(played(tmp_path, 5, names))
    assert [player["name"] for player in pushed["players"]] == list(names)


def test_a_game_that_is_not_over_has_no_link(tmp_path: Path) -> None:
    assert link(played(tmp_path, less=1)) is None
