"""A reader that types, among the keys of a person: real key events through the real window."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pygame
import pytest
from msgspec.structs import replace

from companion.app.display import Display
from companion.app.gestures import Key
from companion.core.model import Hardware, Model
from companion.i18n import ENGLISH
from companion.pages.hardware.tag_teaching import TagTeaching
from companion.pages.new_game.welcome import Welcome
from companion.paths import asset
from companion.screen.events import press_key
from companion.screen.sdl import Mode, Opening
from companion.screen.window import Window
from hardware.events import TagRead
from hardware.reader.keyboard_wedge import FAST_SECONDS
from tests.app.inside import CANVAS, MEASURES

TAGGED = Model(page=Welcome(), hardware=Hardware(tags={"0063E9AE": "nile", "04A23BD2": "gold"}))


@dataclass
class Desk:
    """A keyboard, a window, and a clock that a test controls."""

    now: float = 10.0
    heard: list[object] = field(default_factory=list)

    def open(self) -> None:
        """Open the window."""
        opening = Opening(Mode.HEADLESS, CANVAS.size)
        self.window = Window(opening, asset(), MEASURES, lambda: self.now)
        self.showing = Display(self.window, CANVAS)

    def show(self, model: Model) -> None:
        """Show a table."""
        self.showing.show(replace(model, now=self.now), ENGLISH)
        self.showing.inputs()

    def wait(self, seconds: float) -> None:
        """Let time pass, and listen."""
        self.now += seconds
        self.heard += self.showing.inputs()

    def type(self, text: str, gap: float) -> None:
        """Type keys with these seconds between them; a line feed is the Enter key."""
        for character in text:
            press_key("return" if character == "\n" else character)
            self.wait(0.0)
            self.wait(gap)

    @property
    def told(self) -> tuple[list[str], str]:
        """The tags that were read, and the keys that counted, by their names."""
        keys = " ".join(each.name for each in self.heard if isinstance(each, Key))
        return [each.uid for each in self.heard if isinstance(each, TagRead)], keys


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    made.open()
    made.show(TAGGED)
    yield made
    made.window.close()


NUMBER = "0006547886"

AS_KEYS = " ".join(NUMBER)


@pytest.mark.parametrize(
    ("typed", "tags", "keys"),
    [
        pytest.param([(f"{NUMBER}\n", 0.008)], ["0063E9AE"], "", id="faster than a hand"),
        pytest.param([("04a23bd2\n", 0.008)], ["04A23BD2"], "", id="in hexadecimal"),
        pytest.param([(f"{NUMBER}\n", 0.0)], ["0063E9AE"], "", id="all at once"),
        pytest.param([("1234\n", 0.12)], [], "1 2 3 4 return", id="by a hand"),
        pytest.param([(NUMBER, 0.005)], [], AS_KEYS, id="not ended"),
        pytest.param([("r", 0.2), (f"{NUMBER}\n", 0.005), ("p", 0.2)], ["0063E9AE"], "r p",
                     id="among the keys of a person"),
    ],
)  # fmt: skip
def test_a_number_and_enter_faster_than_a_hand_are_a_tag_and_no_keys(
    desk: Desk, typed: list[tuple[str, float]], tags: list[str], keys: str
) -> None:
    for text, gap in typed:
        desk.type(text, gap)
    desk.wait(0.2)
    assert desk.told == (tags, keys)


@pytest.mark.parametrize("busy", [0.06, 0.09, 0.4, 2.0])
@pytest.mark.parametrize("offset", range(12))
def test_a_number_is_a_tag_however_long_the_loop_was_busy_and_whenever_it_looked(
    desk: Desk, busy: float, offset: int
) -> None:
    desk.wait(1.0)
    looks_at = desk.now + offset * 0.008
    for character in "04a23bd2\n":
        desk.now += 0.008
        if desk.now >= looks_at:  # the loop has just come, and draws a picture then
            desk.heard += desk.showing.inputs()
            looks_at += busy
        press_key("return" if character == "\n" else character)
    desk.wait(max(0.0, looks_at - desk.now))
    assert desk.told == (["04A23BD2"], "")


def test_keys_of_a_hand_that_came_while_the_loop_was_busy_are_keys(desk: Desk) -> None:
    desk.wait(1.0)
    for name in ("n", "p"):
        desk.now += 0.2
        press_key(name)
    desk.wait(0.0)
    desk.wait(FAST_SECONDS)
    assert desk.told == ([], "n p")


def test_a_persons_key_counts_soon(desk: Desk) -> None:
    desk.type("n", 0.0)
    assert desk.told == ([], "")
    assert desk.showing.poll_seconds() == pytest.approx(FAST_SECONDS)
    desk.wait(FAST_SECONDS)
    assert desk.told == ([], "n")


@pytest.mark.parametrize(
    ("names", "tags", "keys"),
    [
        (("1", "left"), [], "1 left"),  # what types nothing comes after what was before it
        (("0", "4", "left shift", "a", "2", "return"), ["04A2"], ""),
    ],
)
def test_keys_without_letters_keep_their_place_and_break_no_number(
    desk: Desk, names: tuple[str, ...], tags: list[str], keys: str
) -> None:
    for name in names:
        press_key(name)
    desk.wait(0.0)
    assert desk.told == (tags, keys)


def test_a_readers_keys_are_taken_by_their_places_on_keyboards_of_other_scripts(desk: Desk) -> None:
    """A Czech keyboard types accents where a reader means digits."""
    typed = [("+", pygame.KSCAN_1), ("ě", pygame.KSCAN_2), ("š", pygame.KSCAN_3)]
    for text, place in (*typed, ("č", pygame.KSCAN_4)):
        key = pygame.event.Event(pygame.KEYDOWN, key=ord(text), unicode=text, scancode=place, mod=0)
        pygame.event.post(key)
    press_key("return")
    desk.wait(0.0)
    assert desk.told == (["1234"], "")


def test_without_a_box_of_tags_no_key_waits(desk: Desk) -> None:
    desk.show(Model(page=Welcome()))
    desk.type(f"{NUMBER}\n", 0.0)
    desk.wait(0.0)
    assert desk.told == ([], f"{AS_KEYS} return")
    assert desk.showing.poll_seconds() is None


def test_a_box_is_taught_by_a_reader_that_types(desk: Desk) -> None:
    desk.show(Model(page=TagTeaching()))
    desk.type(f"{NUMBER}\n", 0.0)
    desk.wait(0.0)
    assert desk.told[0] == ["0063E9AE"]
