"""The papers for the builder say what the program does."""

import re
from pathlib import Path

import pytest

import hardware
from hardware.events import Control
from hardware.panel.pins import DEFAULT_PINS, header_pin, title
from hardware.readers.auto import BAUDS, Format, parser
from hardware.readers.frames import Alive, DialTurned, Frame, Pressed, ReaderTrouble, Tag

HERE = Path(str(hardware.__file__)).parent

PAGE = (HERE.parent / "docs" / "build.md").read_text(encoding="utf-8")

USES = {
    **{pin: f"{title(control)}: button" for control, pin in DEFAULT_PINS.buttons.items()},
    **{pin: f"{title(control)}: lamp" for control, pin in DEFAULT_PINS.lamps.items()},
    **dict(zip(DEFAULT_PINS.dial or (), ("Dial: contact A", "Dial: contact B"), strict=True)),
    DEFAULT_PINS.buttons[Control.DIAL]: "Dial: push",
}


def test_table_and_drawing_show_every_pin_that_is_used_and_no_other() -> None:
    rows = re.findall(r"\| (\d+) \| (\d+) \| (.+) \|", PAGE)
    assert rows == [
        (str(place), str(pin), USES[pin])
        for place, pin in sorted((header_pin(pin), pin) for pin in USES)
    ]
    drawing = (HERE / "wiring" / "plan.svg").read_text(encoding="utf-8")
    drawn = re.findall(r">GPIO(\d+)  ([^<(]+)</text>", drawing)
    assert {int(pin): use for pin, use in drawn} == USES


@pytest.mark.parametrize("kind", [kind for kind in Format if kind is not Format.AUTO])
def test_every_format_has_a_reader_with_its_speed(kind: Format) -> None:
    rows = [row for row in PAGE.splitlines() if f"| `{kind}` |" in row]
    assert rows
    assert all(f"| {BAUDS[kind]} |" in row for row in rows)


def examples() -> list[list[str]]:
    """Return the blocks of the protocol's page in which something is sent."""
    blocks = PAGE.split("```wire\n")[1:]
    return [block.split("\n```")[0].splitlines() for block in blocks]


def said(frames: tuple[Frame, ...]) -> str:
    """Return frames in the words of the protocol's page."""
    return " and ".join(map(word_for, frames)) or "nothing"


def word_for(frame: Frame) -> str:
    """Return one frame in the words of the protocol's page."""
    match frame:
        case Tag(uid):
            return f"tag {uid}"
        case ReaderTrouble(text):
            return f"trouble: {text}"
        case Pressed(name, is_down):
            return f"button {name} {'down' if is_down else 'up'}"
        case DialTurned(steps):
            return f"dial {steps:+}"
        case Alive(who):
            return f"alive: {who}" if who else "alive"


def test_the_protocols_page_has_an_example_for_every_kind_of_frame() -> None:
    meant = {line[2:].split()[0] for block in examples() for line in block if line[0] == "="}
    assert meant == {"tag", "trouble:", "button", "dial", "alive", "alive:", "nothing"}


@pytest.mark.parametrize("block", examples(), ids=lambda block: str(block[0]))
def test_the_protocols_examples_mean_what_the_page_says(block: list[str]) -> None:
    board, heard = parser(Format.LINES), ""
    board.say(0.0)
    for line in block:
        sign, words = line[0], line[2:].replace("→", "\t")
        if sign == "<":
            heard = said(board.feed(words.encode() + b"\n"))
        elif sign == "=":
            assert heard == words.replace("\t", " ")
        else:
            assert board.say(0.0).decode() == words + "\n"
