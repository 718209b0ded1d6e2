"""Games of other days in the whole program: found, gone through, gone on with, and forgotten."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from threading import enumerate as threads
from typing import TypeVar

import pytest

from companion.app import archive as app_archive
from companion.app.archive import Library, Reviewer
from companion.app.opponent import Opponent
from companion.core.effects import do
from companion.core.messages import (
    FindGames,
    GoOnWith,
    GoTo,
    Leave,
    Next,
    Open,
    OpenPast,
    Route,
    Search,
    ShowStatistics,
    TakeBack,
    TurnDial,
)
from companion.core.model import Model
from companion.core.page import Page
from companion.exports.kept_game import describe
from companion.journal import index
from companion.journal.index import Description
from companion.journal.lines import Line
from companion.pages.archive.games import Games, Replay
from companion.pages.archive.statistics import Statistics
from companion.pages.menu.menu import Menu
from companion.pages.render import scene
from companion.pages.scoring.finale import Finale
from companion.pages.scoring.race import LINK
from companion.pages.table.table import Table
from companion.rules.model import Phase
from companion.ui.scene import words
from companion.ui.style import Canvas
from tests.app.inside import PATIENCE_SECONDS, Inside, inside
from tests.app.test_forgetting import holding
from tests.statistics.evenings import BEGUN_MS, NAMES, claimed, keep
from tests.view.gallery import TYPE

WHO = "Zofia-Ґ7"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A data folder with three games, the one in the middle left unfinished."""
    with claimed(tmp_path) as ours:
        keep(ours, players=3, seed=1)
        keep(ours, players=2, seed=2, less=5, begun_ms=BEGUN_MS + 86_400_000)
        keep(ours, players=4, seed=3, names=("Cleo", WHO, "Dora", "Eva"))
    return tmp_path


@pytest.fixture
def table(kept: Path) -> Iterator[Inside]:
    with inside(kept) as table:
        while table.model.session.timeline is not None:
            table.loop.post(Leave(), "key")
            table.settle()
        yield with_library(table)


def with_library(table: Inside, days: int = -1) -> Inside:
    store = table.store
    library = Library(
        table.data,
        lambda: store.game,
        lambda found: table.loop.post(found, "index"),
        lambda: store.ours,
        days,
    )
    reviewer = Reviewer(
        table.data, lambda: store.game, lambda found: table.loop.post(found, "review")
    )
    opponent = Opponent(
        table.data, lambda: store.game, lambda found: table.loop.post(found, "opponent")
    )
    table.loop.handlers.add(library, reviewer, opponent)
    table.settle()
    return table


def after(table: Inside, *messages: object) -> Model:
    table.settle()
    for message in messages:
        table.loop.post(message, "key")  # type: ignore[arg-type]  # any message
        table.settle()
    return table.model


Shown = TypeVar("Shown", bound=Page)


def page(kind: type[Shown], table: Inside, *messages: object) -> Shown:
    """Send these messages, and return the page that is open then."""
    found = after(table, *messages).page
    assert isinstance(found, kind)
    return found


def games(table: Inside, search: Search = Search()) -> tuple[str, ...]:  # noqa: B008 - a frozen value
    """Return the games that are found, the newest first."""
    return tuple(each.game for each in page(Games, table, FindGames(search)).found)


def test_games_are_found_newest_first_and_by_player(table: Inside) -> None:
    found = page(Games, table, FindGames()).found
    assert [game.game[:6] for game in found] == ["000003", "000002", "000001"]
    assert [game.is_over for game in found] == [True, False, True]
    assert [points for _, points in found[1].players] == [None, None]
    assert [game[:6] for game in games(table, Search(player=WHO))] == ["000003"]


@pytest.fixture
def unread(table: Inside, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    """A table whose index is gone, where three games are many."""
    monkeypatch.setattr(app_archive, "FEW", 2)
    index.remove(table.data)
    yield table
    wait_for_the_index()


def wait_for_the_index() -> None:
    """Wait until the games are read."""
    for thread in threads():
        if thread.name == "index":
            thread.join(PATIENCE_SECONDS)
            assert not thread.is_alive()


@pytest.mark.parametrize(
    ("asks", "kind"), [(FindGames(Search(player=WHO)), Games), (ShowStatistics(WHO), Statistics)]
)
def test_where_many_games_must_be_read_first_it_is_shown_how_far_that_is(
    unread: Inside, monkeypatch: pytest.MonkeyPatch, asks: object, kind: type[Page]
) -> None:
    """The table stays free meanwhile: games are read on a thread of their own."""
    may_go_on = Event()

    def waits(lines: Sequence[Line]) -> Description:
        assert may_go_on.wait(PATIENCE_SECONDS)
        return describe(lines)

    monkeypatch.setattr(app_archive, "describe", waits)
    now = after(unread, asks).page
    assert isinstance(now, Games | Statistics)
    assert now.is_reading
    canvas = Canvas(size=(800, 480), type=TYPE)
    assert f"Reading the saved games: 0 of {3}" in words(scene(unread.model, canvas))
    assert not isinstance(after(unread, Next()).page, Games | Statistics)
    after(unread, asks)
    may_go_on.set()
    wait_for_the_index()
    now = page(kind, unread)
    assert isinstance(now, Games | Statistics)
    assert not now.is_reading
    if isinstance(now, Games):
        assert [game.game[:6] for game in now.found] == ["000003"]
    else:
        assert now.counts["games"] == 1


def test_who_has_gone_on_meanwhile_is_not_led_back_to_the_list(unread: Inside) -> None:
    after(unread, FindGames(), Open(Route.MENU))
    wait_for_the_index()
    unread.settle()
    assert isinstance(unread.model.page, Menu)
    assert len(games(unread)) == 3


def test_where_the_index_cannot_be_made_that_is_said(unread: Inside) -> None:
    (unread.data / index.NAME).mkdir()
    assert page(Games, unread, FindGames()).trouble
    assert page(Statistics, unread, ShowStatistics()).trouble


def test_a_game_is_gone_through_step_by_step_and_nothing_is_written(table: Inside) -> None:
    before = {path: path.read_bytes() for path in (table.data / "games").iterdir()}
    replay = page(Replay, table, OpenPast(games(table)[0]))
    end = len(replay.timeline.steps)
    assert (replay.at, page(Replay, table, TurnDial(-3)).at) == (end, end - 3)
    replay = page(Replay, table, do(Replay.show_race))
    assert replay.is_race
    page(Games, table, GoTo(replay.back))
    assert {path: path.read_bytes() for path in (table.data / "games").iterdir()} == before


def test_a_game_that_was_left_goes_on_even_if_it_is_not_the_last(table: Inside) -> None:
    left = games(table)[1]
    page(Table, table, OpenPast(left), GoOnWith(left))
    assert table.model.game.stage is not Phase.OVER
    assert table.model.game.setup.players == NAMES[:2]
    assert table.store.game == left


def test_what_all_games_add_up_to_is_shown_of_everybody_and_of_one(table: Inside) -> None:
    for who, number in (("", 2), (WHO, 1)):
        assert page(Statistics, table, ShowStatistics(who)).counts["games"] == number


def test_nothing_of_other_days_is_shown_while_a_game_is_on_the_table(table: Inside) -> None:
    newest, left, _ = games(table)
    model = after(table, GoOnWith(left))
    assert after(table, FindGames(), ShowStatistics(), OpenPast(newest)) == model


def test_the_code_is_there_when_a_game_that_ended_is_on_the_table(table: Inside) -> None:
    page(Finale, table, GoOnWith(games(table)[0]))
    assert table.model.session.share_link is not None
    assert table.model.session.share_link.link.startswith("https://app.bgstatsapp.com/")
    assert page(Finale, table, GoTo(Finale(4 + LINK))) == Finale(4 + LINK)


def test_in_a_cafe_guests_are_forgotten_when_they_leave(table: Inside) -> None:
    with_library(table, days=0)
    after(table, GoOnWith(games(table)[0]), Next())
    assert holding(table.data, WHO)
    model = after(table, Leave())
    assert holding(table.data, WHO) == []
    assert WHO not in model.session.known_names
    assert model.session.last_guests == ()


def test_an_older_game_that_goes_on_is_on_the_table_again_after_a_power_cut(kept: Path) -> None:
    with inside(kept) as table:
        after(table, Leave())
        game = games(with_library(table))[1]
        after(table, GoOnWith(game), TakeBack(1))
        seq = table.seq
    with inside(kept) as again:
        assert again.store.game == game
        assert again.seq == seq
        after(again, Leave())
    with inside(kept) as later:
        assert later.model.session.timeline is None
