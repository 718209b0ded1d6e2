"""Scripts that drive the whole program: one command a line (CONTRIBUTING.md has the table)."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from math import inf, isfinite
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from companion.app.kiosk.usb import stick_at
from companion.app.parts import Parts
from companion.app.simulation.window import BagHand
from companion.core.messages import Dealt, Enter
from companion.core.model import Model
from companion.core.notices import Notice
from companion.pages.kiosk.messages import Sticks
from companion.pages.new_game.seating import Seating
from companion.pages.table import seat
from companion.pages.table.playing import fitting
from companion.rules.actions import Level
from companion.rules.editions import Setup
from companion.rules.problems import BadLine, Problem
from companion.rules.records import positions, record
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import BY_ID
from companion.screen.events import press_key, touch
from companion.ui.scene import words as words_of
from hardware import events
from hardware.simulated import SimulatedPanel, SimulatedReader

MOST_LOOKS = 100
"""How often a script looks whether the reader has taken what came; 50 ms lie between, or less."""

PRESS_SECONDS = 0.06
"""How long the script's finger stays on a button."""

MOST_DETENTS = 1000
"""So far the script turns the dial at once."""

MOST_SECONDS = 3600
"""An hour: the longest a command of a script may take, in program time."""

_STICK = "stick"


_COMMAND = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^#])*')


def before_comment(line: str) -> str:
    """Return a line of a script without its comment; a # in a string of JSON begins none."""
    found = _COMMAND.match(line)
    return "" if found is None else found[0]


class CannotDo(Exception):
    """A command of the script cannot be done; the text says why."""


class Script:
    """Reads commands and does them, letting the program finish each before the next.

    Its fingers are on the mock pins, the reader's cable, the keys and the window. A command that
    cannot be done raises ``CannotDo``.
    """

    def __init__(self, parts: Parts) -> None:
        self._loop, self._display, self._opened = parts.loop, parts.display, parts.opened
        self._clock, self._wakeup = parts.clock, parts.wakeup

    def _panel(self) -> SimulatedPanel:
        if isinstance(self._opened.panel, SimulatedPanel):
            return self._opened.panel
        raise CannotDo("no panel is simulated: start with --simulate")

    def _reader(self) -> SimulatedReader:
        if isinstance(self._opened.reader, SimulatedReader):
            return self._opened.reader
        raise CannotDo("no reader is simulated: start with --simulate")

    def run(self, lines: Iterable[str], name: str) -> str | None:
        """Do every line; return the sentence about the first that cannot be done, or None."""
        self._loop.finish()
        for number, line in enumerate(lines, start=1):
            command = before_comment(line).strip()
            if not command:
                continue
            try:
                self._do(command)
            except CannotDo as why:
                return f"{name}:{number}: {why}"
            if not self._loop.is_running:
                return None
        return None

    def _do(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        do = _COMMANDS.get(command)
        if do is None:
            raise CannotDo(f"there is no command {command!r}; there are {', '.join(_COMMANDS)}")
        do(self, rest.strip())
        self._loop.finish()

    def _pass_time(self, seconds: float) -> None:
        """Let program time pass, stopping wherever something is due."""
        end = self._clock.now() + seconds
        while (left := end - self._clock.now()) > 0:
            idle = self._loop.idle_seconds()
            self._clock.advance(left if idle is None else min(left, max(idle, 0.001)))
            self._loop.finish()
        self._loop.finish()  # a slow machine may have let all of it pass, and with it what was due

    def settle(self) -> None:
        """Let the program finish what it has begun."""
        self._loop.finish()

    def begin(self, setup: Setup) -> None:
        """Begin the game of those who are seated with suns that were dealt beforehand."""
        page = self._loop.model.page
        if not isinstance(page, Seating):
            raise CannotDo("nobody is seated")
        agreed = fitting(self._loop.model.session.agreement, len(page.guests), setup.options)
        agreement = replace(agreed, dealt_by_hand=True, level=Level.FULL)  # its tiles are entered
        self._loop.post(Dealt(setup, page.guests, agreement), "script")
        self._loop.finish()

    def play(self, event: str) -> None:
        """Enter one event of a record."""
        try:
            entry = record.read_entry(event.encode())
        except BadLine as why:
            raise CannotDo(str(why)) from why
        before = self._loop.model.session.timeline
        if before is None:
            raise CannotDo("no game is on the table: begin one, or use --start")
        self._loop.post(Enter(entry), "script")
        self._loop.finish()
        self._must_have_moved(before)

    def _must_have_moved(self, before: Timeline) -> None:
        after = self._loop.model.session.timeline
        if after is None or after.seq == before.seq:
            raise CannotDo(_why_not(self._loop.model))

    def press(self, name: str) -> None:
        """Tap a button."""
        self.hold(f"{name} {PRESS_SECONDS}")

    def hold(self, rest: str) -> None:
        """Hold a button for some seconds, no longer because the machine is slow."""
        name, _, seconds = rest.partition(" ")
        duration = _seconds(seconds)
        with self._clock.standing_still():
            try:
                control = events.Control(name)
                self._panel().press(control)
            except (KeyError, ValueError) as why:
                raise CannotDo(f"there is no button {name!r} on the panel") from why
            self._loop.finish()
            self._pass_time(duration)
            self._panel().release(control)
            self._loop.finish()
        self._pass_time(PRESS_SECONDS)

    def turn(self, steps: str) -> None:
        """Turn the dial."""
        detents = _number(steps, "detents")
        if not detents.is_integer() or abs(detents) > MOST_DETENTS:
            raise CannotDo(f"the dial turns by whole detents, {MOST_DETENTS} at most, not {steps}")
        self._panel().turn(int(detents))
        self._loop.finish()
        self._pass_time(PRESS_SECONDS)

    def key(self, name: str) -> None:
        """Press a key of the keyboard."""
        self._type(name)
        self._loop.finish()
        self._pass_time(PRESS_SECONDS)

    def scan(self, number: str) -> None:
        """Let a reader type a number and Enter, as if it were a keyboard."""
        for character in number:
            self._type(character)
        self.key("return")

    def _type(self, name: str) -> None:
        try:
            press_key(name)
        except ValueError as why:
            raise CannotDo(f"pygame knows no key {name!r}") from why

    def tap(self, rest: str) -> None:
        """Touch the screen."""
        x, _, y = rest.partition(" ")
        touch(_number(x, "per cent") / 100, _number(y, "per cent") / 100)

    def serial(self, text: str) -> None:
        """Let bytes come from the reader."""
        try:
            data = ast.literal_eval(f"b'''{text}'''")
        except (SyntaxError, ValueError) as why:
            raise CannotDo("the bytes are not written with Python's escapes") from why
        self._reader().serial(data)
        self.let_reader_settle()

    def unplug(self, what: str) -> None:
        """Pull the reader's cable, or a stick when nothing is written on it any more."""
        if what == _STICK:
            self._let_stick_be_written()
            self._loop.post(Sticks(()), _STICK)
            return
        _only_reader(what)
        self._reader().unplug()
        self.let_reader_settle()

    def plug(self, what: str) -> None:
        """Plug the reader in, or a folder as if it were a stick."""
        kind, _, folder = what.partition(" ")
        if kind == _STICK:
            stick = stick_at(Path(folder))
            if stick is None:
                raise CannotDo(f"{folder!r} is no folder that can be written")
            self._loop.post(Sticks((stick,)), _STICK)
            return
        _only_reader(what)
        self._reader().plug()
        self.let_reader_settle()

    def _let_stick_be_written(self) -> None:
        """Wait, in real time, until everything that is being written to a stick is there."""
        while self._loop.model.kiosk.usb_job is not None:
            self._wakeup.sleep(0.05)
            self._loop.finish()

    def draw(self, kind: str) -> None:
        """Draw a tile of a kind from the bag and lay it on the reader."""
        tile = BY_ID.get(kind)
        if tile is None:
            raise CannotDo(f"there is no kind of tile {kind!r}")
        hand = BagHand(self._reader(), lambda: self._loop.model, Random(1))  # noqa: S311 - any will do
        if hand.draw(tile) is None:
            raise CannotDo(f"no tile of the kind {kind} in the bag has a tag")
        self.let_reader_settle()

    def let_reader_settle(self) -> None:
        """Let the reader's thread take what was done, which needs time of ours, not of the program.

        A reader that cannot be opened takes nothing, so nobody waits for it forever.
        """
        for _ in range(MOST_LOOKS):
            self._loop.finish()
            if self._reader().is_settled:
                return
            self._wakeup.sleep(0.05)

    def wait(self, seconds: str) -> None:
        """Let program time pass, and the table decide if it plays whose turn it is."""
        self._pass_time(_seconds(seconds))
        for _ in range(MOST_LOOKS):
            if not seat.is_thinking(self._loop.model):
                return
            self._wakeup.sleep(0.05)
            self._loop.finish()

    def shot(self, path: str) -> None:
        """Save what is on the screen."""
        self._saved(lambda: self._display.save(Path(path)))

    def lamps(self, path: str) -> None:
        """Save how bright every lamp is: 1 or 0, as a number."""
        brightness = {name: float(is_lit) for name, is_lit in self._panel().lamps().items()}
        self._saved(lambda: Path(path).write_bytes(msgspec.json.encode(brightness) + b"\n"))

    def state(self, path: str) -> None:
        """Save the state as ``replay --json`` prints it."""
        timeline = self._loop.model.session.timeline
        if timeline is None:
            raise CannotDo("no game is on the table")
        if timeline.partial_game is None:
            state = positions.state(timeline.game, timeline.seq, timeline.last_events)
        else:
            state = positions.known_state(timeline.partial_game, timeline.seq)
        self._saved(lambda: Path(path).write_bytes(msgspec.json.encode(state) + b"\n"))

    def words(self, path: str) -> None:
        """Save every text on the screen."""
        scene = self._loop.scene
        texts = () if scene is None else words_of(scene)
        text = "".join(f"{each}\n" for each in texts)
        self._saved(lambda: Path(path).write_text(text, encoding="utf-8"))

    def _saved(self, save: Callable[[], object]) -> None:
        try:
            save()
        except OSError as why:
            raise CannotDo(
                f"{why.filename or 'the file'} cannot be written: {why.strerror}"
            ) from why


_COMMANDS: dict[str, Callable[[Script, str], None]] = {
    "play": Script.play,
    "press": Script.press,
    "hold": Script.hold,
    "turn": Script.turn,
    "key": Script.key,
    "scan": Script.scan,
    "tap": Script.tap,
    "serial": Script.serial,
    "unplug": Script.unplug,
    "plug": Script.plug,
    "draw": Script.draw,
    "wait": Script.wait,
    "shot": Script.shot,
    "lamps": Script.lamps,
    "state": Script.state,
    "words": Script.words,
}


def _why_not(model: Model) -> str:
    """Return what the program said last, in English."""
    last = model.screen.notice or next(iter(model.screen.troubles), None)
    match last:
        case Problem():
            return str(last)
        case Notice():
            return last.in_words()
        case _:
            return "the program did not take it"


def _number(text: str, unit: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = inf
    if not isfinite(number):
        raise CannotDo(f"{text!r} is not a number of {unit}")
    return number


def _seconds(text: str) -> float:
    seconds = _number(text, "seconds")
    if seconds < 0:
        raise CannotDo(f"time does not go back by {text} seconds")
    if seconds > MOST_SECONDS:
        raise CannotDo(f"{text} seconds are more than an hour: write at most {MOST_SECONDS}")
    return seconds


def _only_reader(what: str) -> None:
    if what != "reader":
        raise CannotDo(f"only the reader and a stick have a plug, not {what!r}")
