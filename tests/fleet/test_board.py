"""The board behind the bar: what it knows, in which order people are served, and how it looks."""

import time
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from companion.board import program as board_program
from companion.board.program import BoardOptions, Program
from companion.board.tables import (
    MOST_TABLES,
    Board,
    TableHeard,
    answered,
    counts_of,
    hear,
    linked,
    part_of,
    trouble,
)
from companion.board.view import AnswerCall, More, in_order, scene
from companion.core.kiosk import Link
from companion.core.notices import Notes
from companion.fleet.shapes import GameEvent, TablePhase, heard
from companion.i18n import LANGUAGES
from companion.journal.index import all_tables
from companion.settings import Settings
from companion.statistics import Figures
from companion.ui.scene import Rect, Text, words
from companion.ui.style import SMALLEST_PX, TOUCH_PX
from companion.ui.theme import THEMES
from tests.fleet.boards import board, look
from tests.fleet.conftest import Tables
from tests.fleet.mosquitto import Ears, Mosquitto, needs_mosquitto, until
from tests.fleet.tables import STATE, settings
from tests.together import for_each

SIZES = ((800, 480), (1920, 1080))


def says(known: Board, table: str, **state: object) -> Board:
    """Return the board that has heard this state of a table that is online."""
    known = hear(known, TableHeard(table, "availability", b"online"))
    payload = msgspec.json.encode(replace(STATE, **state))
    return hear(known, TableHeard(table, "state", payload))


def test_calls_stand_in_the_order_of_their_coming_until_the_tables_end_them() -> None:
    known = Board()
    for at, (table, call) in enumerate((("b", "pay"), ("a", "order"), ("c", "rules"))):
        known = says(replace(known, now=float(at)), table, call=call)
    assert [each.table for each in known.calls] == ["b", "a", "c"]
    known = says(replace(known, now=9.0), "b", call="order")  # they want something else now
    first = known.calls[0]
    assert (first.table, first.kind, first.since) == ("b", "order", 0.0)
    known = answered(known, "a")
    assert [each.is_answered for each in known.calls] == [False, True, False]
    known = says(known, "a", call="none")
    assert [each.table for each in known.calls] == ["b", "c"]


def test_a_table_that_is_gone_calls_nobody_and_says_since_when_it_is_gone() -> None:
    known = says(Board(now=5.0), "a", call="pay")
    known = hear(replace(known, now=60.0), TableHeard("a", "availability", b"offline"))
    assert known.calls == ()
    gone = known.tables["a"]
    assert (gone.is_online, gone.since) == (False, 60.0)
    later = replace(known, link=Link.CONNECTED, now=60.0 + 180.0)
    assert "No contact for 3 min" in " ".join(words(scene(later, look((1920, 1080)))))


def test_garbage_changes_nothing_and_nobody_can_invent_tables_without_end() -> None:
    dice = Random(5)  # noqa: S311 - no secret
    known = says(Board(), "a", phase=TablePhase.PLAYING)
    for _ in range(2000):
        payload = dice.choice((b"{", b"null", b"[" * 2000, b"\xff", dice.randbytes(30)))
        part = dice.choice(("state", "availability", "config", "x/y"))
        assert hear(known, TableHeard("a", part, payload)) == known
    for number in range(10 * MOST_TABLES):
        known = hear(known, TableHeard(f"t{number}", "availability", b"online"))
    assert len(known.tables) == MOST_TABLES


@pytest.mark.parametrize(
    ("topic", "found"),
    [
        ("ra-companion/window-3/state", ("window-3", "state")),
        ("ra-companion/window-3/volume/set", ("window-3", "volume/set")),
        ("ra-companion/../state", None),
        ("ra-companion//state", None),
        ("other/window-3/state", None),
        ("ra-companion/" + "x" * 41 + "/state", None),
    ],
)
def test_a_topic_says_which_table_it_is_of(topic: str, found: tuple[str, str] | None) -> None:
    assert part_of("ra-companion", topic) == found


def test_the_board_says_since_when_it_knows_nothing_new() -> None:
    known = linked(replace(board(3, calls=0), now=100.0), Link.NO_BROKER)
    known = linked(replace(known, now=200.0), Link.NO_SUCH_HOST)  # another reason, no other silence
    assert known.link_since == 100.0
    said = " ".join(words(scene(replace(known, now=100.0 + 7 * 60), look((1920, 1080)))))
    assert "Nothing new for 7 min" in said
    assert "check fleet.host" in said


def test_every_trouble_that_a_table_can_have_is_said_in_words() -> None:
    for note in Notes:
        long, short = trouble(note.name.lower())
        assert long
        assert short
    assert trouble("reader_lost")[1] == "Reader"
    assert trouble("not_saved_full")[0] == "Games are not saved"


def test_tables_stand_in_the_order_of_their_numbers() -> None:
    names = ["t-10", "t-9", "bar", "t-2", "3"]
    assert sorted(names, key=in_order) == ["3", "bar", "t-2", "t-9", "t-10"]


@for_each(size=SIZES, language=LANGUAGES, theme=THEMES, calls=(0, 3, 20), page=("", "figures"))
def test_fifty_tables_have_room_in_every_language_and_theme(
    size: tuple[int, int], language: str, theme: str, calls: int, page: str
) -> None:
    known = replace(board(50, calls=calls), shows_figures=bool(page))
    shown = scene(known, look(size, language, theme))
    whole = Rect(0, 0, *size)
    for item in shown.items:
        rect = item.rect
        assert rect.x >= 0
        assert rect.y >= 0
        assert rect.x + rect.w <= whole.w
        assert rect.y + rect.h <= whole.h
    texts = [each for each in shown.items if isinstance(each, Text)]
    assert all(each.px >= SMALLEST_PX for each in texts)
    for text in texts:
        assert text.px <= text.rect.h * 1.05, text
    if not page:
        tables = [f"table-{number}" for number in range(1, 51)]
        found = {each.text for each in texts}
        assert not [name for name in tables if not {name, name.removeprefix("table-")} & found]
    assert all(min(target.rect.w, target.rect.h) >= TOUCH_PX for target in shown.targets)


@for_each(size=SIZES, calls=(0, 20))
def test_no_two_texts_lie_on_each_other(size: tuple[int, int], calls: int) -> None:
    texts = [
        each for each in scene(board(50, calls=calls), look(size)).items if isinstance(each, Text)
    ]
    for one, other in combinations(texts, 2):
        a, b = one.rect, other.rect
        apart = a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y
        assert apart, (one, other)


@pytest.mark.parametrize("number", [3, 12, 50])
def test_either_all_tables_are_called_in_full_or_none_is(number: int) -> None:
    items = scene(board(number, calls=0), look((800, 480))).items
    said = {each.text for each in items if isinstance(each, Text)}
    full = {f"table-{each}" for each in range(1, number + 1)}
    short = {str(each) for each in range(1, number + 1)}
    assert full <= said or short <= said
    assert not (full & said and short & said)


@pytest.mark.parametrize("size", [(480, 320), (800, 480)])
def test_more_tables_than_have_room_are_gone_through_and_none_is_passed_over(
    size: tuple[int, int],
) -> None:
    now, seen = board(150, calls=0), set[str]()
    for _ in range(150):
        shown = scene(now, look(size))
        seen |= {each.text for each in shown.items if isinstance(each, Text)}
        [more] = [target.message for target in shown.targets if isinstance(target.message, More)]
        now = replace(now, first=now.first + more.shown)
    assert {str(number) for number in range(1, 151)} <= seen


def test_a_touch_on_a_call_or_its_table_answers_it() -> None:
    shown = scene(board(50), look((800, 480)))
    answers = [
        target.message for target in shown.targets if target.message == AnswerCall("table-1")
    ]
    assert len(answers) == 2


GAME = GameEvent(
    game="aa", over=True, edition="c25", players=3, minutes=44, epochs=("suns", "suns", "ra_track"),
    points={"gods": 12, "gold": 9}, winner_share=0.4,
)  # fmt: skip


def test_what_tables_tell_adds_up_and_a_game_that_went_on_counts_once(tmp_path: Path) -> None:
    left = replace(GAME, over=False, points=None, winner_share=None)
    for table, game in (("a", left), ("a", GAME), ("a", GAME), ("b", GAME), ("a", left)):
        known = heard(msgspec.json.encode(game), GameEvent)
        assert known is not None
        played = all_tables.TableGame(table, known.game, "2026-01-02", known.over, counts_of(known))
        all_tables.keep(tmp_path, played)
    figures = Figures(all_tables.totals(tmp_path, "2026-01-02"))
    assert figures.games == 2
    assert figures.counts["players"] == 6
    assert {each.value: number for each, number in figures.epochs.items()} == {
        "suns": 4, "ra_track": 2,
    }  # fmt: skip
    assert Figures(all_tables.totals(tmp_path, "2026-01-03")).games == 0
    assert Figures(all_tables.totals(tmp_path)).games == 2


def test_a_damaged_index_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / all_tables.NAME).write_bytes(b"this is no database, but long enough to be one" * 50)
    all_tables.keep(tmp_path, all_tables.TableGame("a", "aa", "2026-01-02", True, {"games": 1}))  # noqa: FBT003 - over
    assert all_tables.totals(tmp_path) == {"games": 1}
    assert (tmp_path / "board.damaged").exists()


@pytest.fixture
def opened(broker: Mosquitto, tmp_path: Path, stack: ExitStack) -> Program:
    """A board at a real broker, without a window."""
    wanted = replace(Settings(), fleet=settings(broker.port))
    options = BoardOptions(settings=wanted, data=tmp_path / "b", headless=True, size=(800, 480))
    return Program(options, stack)


def turned(program: Program) -> Board:
    """Return what the board knows after one more turn."""
    program.turn()
    time.sleep(0.01)
    return program.board


@needs_mosquitto
def test_a_call_comes_to_the_board_and_a_key_there_answers_it(
    opened: Program, tables: Tables
) -> None:
    table, _ = tables("window-3")
    table.show(call="order", phase=TablePhase.PLAYING)
    until(lambda: turned(opened).calls)
    opened._press("return")  # noqa: SLF001 - as the window would tell
    until(lambda: turned(opened) and [each.value for each in table.orders] == ["end"])
    table.show(call="none")
    until(lambda: not turned(opened).calls)


@needs_mosquitto
def test_a_board_without_its_broker_goes_on_and_finds_it_again(
    opened: Program, tables: Tables, broker: Mosquitto
) -> None:
    table, attendant = tables("window-3")
    until(lambda: "window-3" in turned(opened).tables)
    broker.stop()
    until(lambda: turned(opened).link is not Link.CONNECTED)
    assert "window-3" in opened.board.tables
    broker.start()
    until(lambda: attendant.fleet.link is Link.CONNECTED and turned(opened).link is Link.CONNECTED)
    table.show(phase=TablePhase.AUCTION)

    def knows() -> bool:
        state = turned(opened).tables["window-3"].state
        return state is not None and state.phase is TablePhase.AUCTION

    until(knows)


@needs_mosquitto
def test_a_game_that_ends_is_on_the_board_today(opened: Program, tables: Tables) -> None:
    table, _ = tables("window-3")
    table.ends(GAME)
    until(lambda: Figures(turned(opened).today).games == 1)


@needs_mosquitto
def test_a_storm_of_garbage_leaves_the_board_as_it_was(
    opened: Program, tables: Tables, ears: Ears
) -> None:
    tables("window-3")
    until(lambda: "window-3" in turned(opened).tables)
    dice = Random(8)  # noqa: S311 - no secret
    for number in range(1500):
        topic = f"ra-companion/x{number % 40}/{dice.choice(('state', 'availability', 'game'))}"
        ears.client.publish(topic, dice.randbytes(dice.randrange(200)), qos=0)
    ears.say("ra-companion/last/availability", "online")
    until(lambda: "last" in turned(opened).tables)
    assert set(opened.board.tables) == {"window-3", "last"}
    assert opened.board.today == {}
    assert board_program.MOST_WAITING >= 1500
