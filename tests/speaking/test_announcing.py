"""What the table says aloud: everything that happens, once, and no point that is hidden."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from companion.core.commands import TileGroup
from companion.core.messages import Enter, TakeBack
from companion.core.model import Agreement, Model, Secrecy
from companion.i18n import ENGLISH
from companion.narration import CATEGORIES
from companion.pages.history.history import History
from companion.pages.menu.menu import Menu
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.epoch import EpochScores, counted
from companion.pages.table.situation import PickTile
from companion.pages.table.table import Table
from companion.pages.update import update
from companion.rules.legal import legal_actions
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.speaking.announcing import news, offered, question, whole_table
from tests.core.desk import Desk, models
from tests.rules.games import some_action
from tests.together import some
from tests.view import lighter
from tests.view.gallery import NAMES, PAGES, at_table, scored

POINTS = (4111, 5222, 6333, 7444, 8555)
"""Totals that no tile, sun or count can be taken for."""

HIDDEN = tuple(level for level in Secrecy if level is not Secrecy.OPEN)


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        (Model(page=Menu(row=1)), Menu().entries(Model(page=Welcome()))[1].label),
        (Model(page=Welcome()), "English"),
        (at_table(3, pick=PickTile(TileGroup.ALL, 1)), "Nile"),
        (at_table(3, pick=PickTile(TileGroup.MONUMENT)), "Anna: which tile was drawn?"),
    ],
)
def test_what_is_pointed_at_is_named(model: Model, sentence: str) -> None:
    assert sentence in news(replace(model, page=History(0)), model, ENGLISH)


def test_whoever_asks_hears_what_each_button_does() -> None:
    assert tuple(offered(at_table(3), ENGLISH)) == (
        "the first player: Pharaoh",
        "the second player: Nile",
        "the third player: Civilization",
        "the fourth player: Monument",
        "the fifth player: Other",
        "Ra: Ra",
        "Undo: Undo",
        "hold Undo: History",
        "hold the dial: Menu",
        "hold the first player: God tile",
        "hold Ra: Invoke Ra",
    )


def test_the_page_for_phones_says_who_sits_here() -> None:
    told = question(PAGES["code for phones"](3, NAMES), ENGLISH)
    assert tuple(told) == ("Phones: point your camera here", "Here: Anna, Marek, Yuki")


def test_an_epoch_says_what_it_brought_each_and_what_they_have_only_in_the_open() -> None:
    after = scored(3, "draw ra")
    assert after.session.timeline is not None
    before = replace(
        after.with_session(timeline=Timeline(after.session.timeline.start)), page=Table()
    )
    said = news(before, after, ENGLISH)
    assert said[0] == "Anna: Ra, 1 of 1"
    assert said[1] == "First epoch is over: the Ra track is full"
    assert [" ".join(each.split()[:2]) for each in said[2:5]] == [
        "Anna takes", "Marek takes", "Yuki takes",
    ]  # fmt: skip
    assert not any("in all" in each for each in said)
    in_the_open = after.with_session(agreement=Agreement(secrecy=Secrecy.OPEN))
    said = news(before, in_the_open, ENGLISH)
    assert sum("in all" in each for each in said) == 3


def test_an_epoch_that_is_revealed_is_told_as_it_is_revealed() -> None:
    after = scored(3, "draw ra")
    assert after.session.timeline is not None
    before = replace(
        after.with_session(timeline=Timeline(after.session.timeline.start)), page=Table()
    )
    dark = replace(
        after.with_session(agreement=Agreement(secrecy=Secrecy.OPEN)),
        page=EpochScores(hidden=len(counted(after)) - 1),
    )
    first = CATEGORIES[counted(after)[0]]
    said = next(each for each in news(before, dark, ENGLISH) if each.startswith(first))
    assert all(name in said for name in after.session.timeline.start.setup.players)
    every = replace(dark, page=EpochScores())
    assert sum("in all" in each for each in news(dark, every, ENGLISH)) == 3


ANNAS = (
    "God, 3 Pharaohs, 4 Niles, Flood, Religion, Astronomy, 2 Writing, Palace, Pyramid, Sphinx,"
    " 3 Temples"
)

YUKIS = (
    "2 Gods, 5 Pharaohs, 6 Niles, 2 Floods, Gold, 2 Agriculture, Religion, Astronomy, Writing,"
    " Fortress, Obelisk, Palace, Pyramid, Sphinx, Statues, Step Pyramid"
)


def test_the_whole_table_is_read_in_its_fixed_order() -> None:
    model = at_table(3)
    assert whole_table(model, ENGLISH) == (
        "Anna: draw a tile, use a God tile or invoke Ra",
        "Second epoch",
        "Ra, 3 of 8",
        "Auction track 6 of 8: Nile, Pharaoh, Sphinx, Gold, Astronomy, Earthquake",
        "Sun 2 is in the centre",
        "Anna: suns 5, 8, 13",
        "Face down: 1",
        f"Tiles: {ANNAS}",
        "Marek: suns 3, 6, 9, 12",
        "Tiles: 2 Pharaohs, 2 Niles, 2 Gold, Art, Obelisk, Palace, Temple",
        "Yuki: suns 7, 10, 11",
        "Face down: 4",
        f"Tiles: {YUKIS}",
    )


def rich(players: int, seed: int) -> Iterator[tuple[Model, Model]]:
    """Yield every step of a random game in which people began with many points."""
    chance = Random(seed)  # noqa: S311 - no secret
    start = models(players, seed)[0].session.timeline
    assert start is not None
    owners = zip(start.start.players, POINTS, strict=False)
    game = replace(start.start, players=tuple(replace(each, score=n) for each, n in owners))
    desk = Desk(
        replace(models(players, seed)[0].with_session(timeline=Timeline(game)), page=Table())
    )
    while legal_actions(desk.game):
        before = desk.model
        desk.take(Enter(some_action(desk.game, chance, 0.8)))
        yield before, desk.model


@pytest.mark.parametrize(("players", "secrecy"), some(product(range(2, 6), HIDDEN), 5))
def test_no_hidden_total_is_ever_said(players: int, secrecy: Secrecy) -> None:
    agreed = Agreement(secrecy=secrecy)
    last = Model(page=Welcome())
    for before, after in rich(players, players):
        old, new = (each.with_session(agreement=agreed) for each in (before, after))
        last = new
        pages = (Table(), EpochScores(), Menu(), History(len(new.session.timeline.steps)))  # type: ignore[union-attr]  # a game is on the table
        said = [*news(old, new, ENGLISH), *news(new, old, ENGLISH)]
        for page in pages:
            shown = replace(new, page=page)
            said += [*news(replace(new, page=Welcome()), shown, ENGLISH)]
            said += whole_table(shown, ENGLISH)
        undone = taken_back(new)
        said += news(new, undone, ENGLISH)
        for player in new.game.players:
            assert str(player.score) not in " ".join(said)
        assert "wins the game" not in " ".join(said)
    assert last.game.stage is Phase.OVER


def taken_back(model: Model) -> Model:
    """Return the model after the last action was taken back, and nothing else."""
    undone, _ = update(model, TakeBack())
    back = model.with_session(timeline=undone.session.timeline)
    return replace(back.with_screen(notice=undone.screen.notice), page=undone.page)


# A partially recorded table, read aloud.


def test_of_a_lighter_table_only_what_is_known_is_read() -> None:
    """What nobody has told is not said to be nothing."""
    known = lighter.PAGES["half known"](3, NAMES)
    said = " ".join(whole_table(known, ENGLISH))
    assert "Second epoch" in said
    assert "is in the centre" in said
    assert f"{NAMES[1]}: suns unknown" in said
    assert "Ra track" not in said
    assert "The auction track is empty" not in said
    assert "No tiles" not in said
    nothing = " ".join(whole_table(lighter.PAGES["points only"](3, NAMES), ENGLISH))
    assert "Ra track" not in nothing
