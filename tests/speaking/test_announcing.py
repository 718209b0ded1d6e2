"""What the table says aloud: everything that happens, once, and no point that is hidden."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from companion.core.commands import TileGroup
from companion.core.messages import Enter, TakeBack
from companion.core.model import Agreement, Model, Secrecy, Session
from companion.i18n import ENGLISH
from companion.narration import CATEGORIES
from companion.narration.aloud import sentences
from companion.pages.history.history import History
from companion.pages.menu.menu import Menu
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.epoch import EpochScores, LastLot, counted
from companion.pages.scoring.finale import Finale
from companion.pages.table.situation import PickTile
from companion.pages.table.table import Table
from companion.pages.update import update
from companion.rules.actions import BIDS, DRAWS, INVOKE
from companion.rules.editions import Seat
from companion.rules.events import Fixed, FixedPart
from companion.rules.legal import legal_actions
from companion.rules.model import Phase
from companion.rules.records.notation import position
from companion.rules.records.timeline import Step, Timeline, enter
from companion.rules.tiles import Tile
from companion.speaking.announcing import news, whole_table
from tests.core.desk import Desk, a_desk, models
from tests.rules.games import some_action
from tests.together import some
from tests.view.gallery import at_table, scored

POINTS = (4111, 5222, 6333, 7444, 8555)
"""Totals that no tile, sun or count can be taken for."""

HIDDEN = tuple(level for level in Secrecy if level is not Secrecy.OPEN)


def test_a_new_game_says_who_has_which_suns() -> None:
    desk = a_desk(3)
    said = news(Model(page=Welcome()), desk.model, ENGLISH)
    suns = ", ".join(str(sun) for sun in desk.game.players[0].suns)
    assert said[0] == f"Ann: suns {suns}"
    assert len(said) == 4


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


def test_an_epoch_says_what_it_brought_each_and_what_they_have_only_in_the_open() -> None:
    after = scored(3, "draw ra")
    assert after.session.timeline is not None
    before = replace(
        after.with_session(timeline=Timeline(after.session.timeline.start)), page=Table()
    )
    said = news(before, after, ENGLISH)
    assert said[0] == "Ra, 1 of 1"
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


def test_without_a_game_the_page_is_read() -> None:
    assert whole_table(Model(page=Welcome()), ENGLISH) == ("English", "Press your button to play")


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


def test_the_end_is_revealed_place_by_place() -> None:
    model = replace(models(3, 0)[-1], page=Finale(0))
    scores = sorted(player.score for player in model.game.players)
    third = " ".join(news(model, replace(model, page=Finale(1)), ENGLISH))
    assert third.startswith("Place 3: ")
    assert f"with {scores[0]} point" in third
    assert "wins the game" not in third
    waiting = replace(model, page=Finale(1))
    rising = replace(model, page=Finale(1, rising=2, since=0.0))
    assert not news(waiting, rising, ENGLISH), "nothing is said before the bars have stopped"
    told = news(rising, replace(model, page=Finale(3, since=1.0)), ENGLISH)
    assert told[0].startswith("Place 2: ")
    assert told[1].startswith("Place 1: ")
    assert "wins the game" in told[2]


def test_equal_points_are_explained_at_the_end() -> None:
    text = "epoch 3 | ra 5 | centre 1 | *Ann 9 6 5 2 20 points | Ben 8 7 4 3 20 points"
    timeline = enter(Timeline(start=position(text)), DRAWS[Tile.RA])
    model = Model(page=Finale(2), session=Session(timeline=timeline, buttons=(0, 1)))
    said = news(replace(model, page=Finale(1)), model, ENGLISH)
    assert said[1] == "Ann wins the game"
    assert "the highest sun decides: Ann 9, Ben 8" in said[2]


def test_points_that_were_put_right_are_told_without_their_number() -> None:
    game = a_desk(3).game
    fixed = Fixed(FixedPart.SCORE, 4111, 4112, seat=Seat(0))
    told = [*sentences(game, Step(INVOKE, (fixed,), game), Secrecy.OPEN, ENGLISH)]
    assert len(told) == 1
    assert "Ann" in told[0]
    assert "41" not in told[0]


def test_that_the_last_sun_has_ended_the_epoch_is_heard_once_and_again_when_one_comes_back() -> (
    None
):
    start = position(
        "epoch 3 | ra 1 | auction A1 by Ann | track nile gold | centre 1 "
        "| *Ann 5 (2 7 10): 2 pharaoh | Ben (3 8 11 6) | Cleo (4 9 12 13)"
    )
    session = Session(timeline=Timeline(start=start), buttons=(0, 1, 2))
    before = Model(page=Table(), session=session)
    after, _ = update(before, Enter(BIDS[5]))
    assert isinstance(after.page, LastLot)
    said = news(before, after, ENGLISH)
    assert [each for each in said if "suns are spent" in each] == [
        "Third epoch is over: all suns are spent"
    ]
    assert news(None, after, ENGLISH) == ("The epoch is over: all suns are spent",)
