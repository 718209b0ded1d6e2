"""What was said of a game is not said any more when it has been left."""

from companion.core.messages import Leave, Play, Resumed, TakeBack
from companion.core.model import Model
from companion.core.session import Agreement, Guest
from companion.i18n import ENGLISH
from companion.pages.new_game.welcome import Welcome
from companion.rules.actions import DRAWS
from companion.rules.tiles import Tile
from companion.speaking.announcing import news
from companion.ui.scene import words
from tests.core.desk import a_desk
from tests.view.gallery import shown


def told(model: Model) -> str:
    """Return everything that is read and heard."""
    return " ".join((*words(shown(model)), *news(None, model, ENGLISH)))


def test_a_game_can_be_left_at_once_after_something_was_taken_back() -> None:
    desk = a_desk(3)
    desk.take(Play(DRAWS[Tile.NILE]))
    desk.take(TakeBack())
    assert told(desk.model).count("Undone: Ann drew Nile") == 2
    desk.take(Leave())
    assert desk.page() == Welcome()
    assert "Taken back" not in told(desk.model)


def test_a_game_that_comes_back_does_not_say_what_was_taken_back_in_another() -> None:
    desk, other = a_desk(5), a_desk(2)
    desk.take(Play(DRAWS[Tile.NILE]))
    desk.take(TakeBack())
    desk.take(Leave())
    timeline = other.model.session.timeline
    assert timeline is not None
    desk.take(Resumed(timeline, (Guest(0), Guest(1)), Agreement()))
    assert desk.model.session.timeline is timeline
    assert desk.model.screen.notice is None
