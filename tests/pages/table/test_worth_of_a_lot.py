"""For learners: at an auction the table says what the tiles are worth to each player."""

import pytest
from msgspec.structs import replace

from companion.core.model import Agreement, Model, Secrecy
from companion.i18n import ENGLISH
from companion.journal import game_lines
from companion.opponent.reviewing import Judge, review
from companion.opponent.worth import worth_to_each
from companion.pages.new_game.options import rows
from companion.pages.points import lot_points
from companion.pages.reference.rules_card import card
from companion.pages.render import scene
from companion.rules.actions import Level
from companion.rules.model import Auction
from companion.rules.records.notation import position
from companion.ui.scene import Text
from companion.ui.style import Canvas
from tests.opponent.games import a_game
from tests.view.gallery import NAMES, PAGES, TYPE, at_table

WANTED = Agreement(shows_worth=True, secrecy=Secrecy.OPEN)

SENTENCE = "These tiles should be worth, in points: "


def auction(agreed: Agreement = WANTED, page: str = "auction") -> Model:
    """Return a page of a game of three with this agreement."""
    return PAGES[page](3, NAMES).with_session(agreement=agreed)


def below_names(model: Model) -> list[str]:
    """Return what stands below the names of players at an auction, as far as it is a figure."""
    texts = [item.text for item in scene(model, Canvas(size=(1280, 720), type=TYPE)).items
             if isinstance(item, Text)]  # fmt: skip
    return [each.split(" ")[0] for each in texts if each.startswith(("+", "\N{MINUS SIGN}"))]


def said(model: Model) -> list[str]:
    """Return what is said aloud, and what stands on the rules card, of what tiles are worth."""
    shown = card(model)
    assert shown is not None
    lines = [ENGLISH.say(line.sentence, **line.facts) for line in shown.lines]
    told = [*(model.page.said_aloud(model, ENGLISH) or ()), *lines]
    return [each for each in told if each.startswith(SENTENCE)]


def test_gold_brings_everybody_three_points_and_a_nile_one_to_who_has_a_flood() -> None:
    table = """
        epoch 3 | ra 7 | auction A1 by Cleo | track {track}
        Ann
        Ben: flood
        Cleo
    """
    gold, nile = (position(table.format(track=each)) for each in ("gold", "nile"))
    assert worth_to_each(gold) == (30, 30, 30)
    dry, wet, _ = worth_to_each(nile)
    assert dry < wet == 10


def test_the_figures_stand_below_the_names_and_are_said_in_a_sentence() -> None:
    model = auction()
    points = lot_points(model)
    assert len(points) == 3
    assert sorted(below_names(model)) == sorted(points)
    told = ", ".join(f"{name} {each}" for name, each in zip(
        model.game.setup.players, points, strict=True))  # fmt: skip
    assert said(model) == [f"{SENTENCE}{told}{end}" for end in (".", ".")]


@pytest.mark.parametrize(
    "agreed",
    [
        Agreement(),
        replace(WANTED, shows_worth=False),
        *(replace(WANTED, secrecy=each) for each in Secrecy if each is not Secrecy.OPEN),
    ],
)
def test_nothing_is_said_where_nobody_asked_or_points_are_secret(agreed: Agreement) -> None:
    model = auction(agreed)
    assert isinstance(model.game.stage, Auction)
    assert lot_points(model) == ()
    assert below_names(model) == []
    assert said(model) == []


def test_it_is_said_at_auctions_alone_and_only_of_tiles() -> None:
    assert lot_points(auction(page="turn")) == ()
    empty = at_table(3, "auction A1 by " + f'"{NAMES[2]}"', "track .")
    assert lot_points(empty.with_session(agreement=WANTED)) == ()


def test_it_can_be_agreed_on_only_where_points_are_open_and_every_tile_is_entered() -> None:
    def titles(agreed: Agreement) -> set[str]:
        return {row.title for row in rows(agreed, 3)}

    title = "What the tiles are worth"
    assert title in titles(Agreement(secrecy=Secrecy.OPEN))
    assert title not in titles(Agreement())
    assert title not in titles(Agreement(secrecy=Secrecy.OPEN, level=Level.LIGHT))
    row = next(row for row in rows(Agreement(secrecy=Secrecy.OPEN), 3) if row.title == title)
    assert row.value == "not shown"
    assert row.following(1) == WANTED


def test_a_look_back_says_the_same_of_the_same_lot() -> None:
    played = a_game(ra_limit=1)
    for lot in review(played, Judge(1)).lots:
        assert lot.worth == worth_to_each(played.game_after(lot.number - 1))


def test_the_journal_of_the_game_remembers_it() -> None:
    played = a_game(less=1)
    head = game_lines.header(played, (), WANTED)
    assert head["table"]["shows_worth"] is True  # type: ignore[index]
    assert "shows_worth" not in game_lines.header(played, (), Agreement())["table"]  # type: ignore[operator]
