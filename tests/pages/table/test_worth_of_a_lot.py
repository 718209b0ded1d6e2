"""For learners: at an auction the table says what the tiles are worth to each player."""

from companion.core.model import Agreement, Model, Secrecy
from companion.i18n import ENGLISH
from companion.opponent.reviewing import Judge, review
from companion.opponent.worth import worth_to_each
from companion.pages.new_game.options import rows
from companion.pages.reference.rules_card import card
from companion.rules.actions import Level
from companion.rules.records.notation import position
from tests.opponent.games import a_game
from tests.view.gallery import NAMES, PAGES

WANTED = Agreement(shows_worth=True, secrecy=Secrecy.OPEN)

SENTENCE = "These tiles should be worth, in points: "


def auction(agreed: Agreement = WANTED, page: str = "auction") -> Model:
    """Return a page of a game of three with this agreement."""
    return PAGES[page](3, NAMES).with_session(agreement=agreed)


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
