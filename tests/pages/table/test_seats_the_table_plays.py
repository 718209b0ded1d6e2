"""A seat that the table plays: when it decides, what is done for it, and what it does not know."""

from msgspec.structs import replace

from companion.app.gestures import Fingers, TargetTouched, messages
from companion.core.effects import Deal
from companion.core.messages import (
    Agree,
    Begin,
    EndPeek,
    GoTo,
    Message,
    Open,
    Play,
    PushDial,
    Route,
    TakeBack,
)
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.session import Agreement, Guest
from companion.i18n import ENGLISH
from companion.opponent.strength import Strength
from companion.pages.menu.menu import Menu
from companion.pages.new_game import options
from companion.pages.new_game.options import OptionsPage
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.table import playing, seat
from companion.pages.table.seat import Decided, HandsDone
from companion.pages.update import update
from companion.rules.actions import DRAWS, INVOKE, REACH_INTO_BAG, Choice, Level
from companion.rules.tiles import Tile
from companion.speaking.announcing import news
from tests.core.desk import Desk, after
from tests.view.gallery import at_table, shown
from tests.view.machine_seats import seated


def decided(model: Model, choice: Choice | None) -> Model:
    """Return the model after the table has decided this."""
    now = seat.asked(model)
    assert now is not None
    return after(model, Decided(now.game, choice))


def test_a_touch_so_soon_after_done_means_nothing_but_taking_back() -> None:
    model = after(decided(seated(at_table(3)), REACH_INTO_BAG), HandsDone())
    touches: list[Message] = [Play(DRAWS[Tile.GOLD]), Open(Route.MENU), TakeBack(), EndPeek()]

    def meant(model: Model) -> list[Message]:
        arrived = (messages(TargetTouched(each), "touch", Fingers(), model) for each in touches)
        return [message for heard in arrived for message, _ in heard]

    assert meant(model) == [TakeBack(), EndPeek()]
    assert meant(replace(model, page=Menu())) == touches
    assert meant(replace(model, now=model.now + seat.AGAIN_SECONDS)) == touches


def test_the_voice_says_both_sentences_when_it_has_decided() -> None:
    before = seated(at_table(3))
    model = decided(before, INVOKE)
    assert news(before, model, ENGLISH) == ("Anna invokes Ra!", "Give Anna the Ra statue")


def test_free_buttons_are_taken_in_order_and_people_keep_theirs() -> None:
    agreed = Agreement(machines=2, strength=Strength.STRONG)
    model = Model(page=Welcome()).with_session(agreement=agreed)
    people = (Guest(1, "Anna"), Guest(4, "Ben"))
    seats = playing.with_machines(model, people)
    assert [guest.button for guest in seats] == [0, 1, 2, 4]
    assert [guest.strength is None for guest in seats] == [False, True, False, True]
    assert playing.with_machines(model, seats) == seats


def test_the_options_are_those_for_everybody_who_plays() -> None:
    people = (Guest(0, "Anna"), Guest(1, "Ben"))
    model = Model(page=OptionsPage(people, 7))
    titles = [row.title for row in options.rows(Agreement(), 2)]
    assert "Two-player suns" in titles
    with_three = Agreement(machines=1)
    found = {row.title: row.facts for row in options.rows(with_three, 2)}
    assert "Two-player suns" not in found
    assert found["Ra track spaces on your board"] == {"spaces": 8}
    fewer = after(model, Agree(with_three), PushDial())
    assert isinstance(fewer.page, OptionsPage)


def test_where_less_is_entered_the_options_say_that_the_table_does_not_play() -> None:
    light = Agreement(machines=2, level=Level.LIGHT)
    values = {row.title: row.value for row in options.rows(light, 2)}
    assert values["Computer players"] == "only if every tile is entered"


def test_one_person_sits_down_with_the_table() -> None:
    alone = (Guest(2, "Anna"),)
    model = after(Model(page=Seating(alone)), GoTo(OptionsPage(alone)))
    assert isinstance(model.page, OptionsPage)
    assert after(model, Begin()).screen.notice == Notice(Notes.NEEDS_TWO)
    _, effects = update(after(model, Agree(Agreement(machines=1))), Begin())
    [deal] = [each for each in effects if isinstance(each, Deal)]
    assert [guest.name for guest in deal.guests] == ["Isis", "Anna"]


def with_machines(*people: Guest, machines: int = 2) -> Desk:
    """Return a desk with these people on their seats, who agreed that the table plays, too."""
    agreed = Agreement(machines=machines, strength=Strength.STRONG)
    model = Model(page=Seating(people)).with_session(agreement=agreed)
    return Desk(model)


def test_an_option_with_nothing_to_choose_has_no_arrows() -> None:
    def touched(level: Level) -> int:
        model = Model(page=OptionsPage((Guest(0), Guest(1))))
        model = model.with_session(agreement=Agreement(level=level))
        return sum(isinstance(each.message, Agree) for each in shown(model).targets)

    rows = [len(options.rows(Agreement(level=level), 2)) for level in (Level.FULL, Level.LIGHT)]
    assert rows[0] == rows[1]
    assert touched(Level.FULL) - touched(Level.LIGHT) >= 2, "of what the table plays"
