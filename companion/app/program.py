"""``ra-companion run``: puts the program together, opens the table, and takes it apart again."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from msgspec.structs import astuple, replace

from companion import __version__
from companion.app.display import Display
from companion.app.game_store import GameStore
from companion.app.hardware_bench.boxes import tags_of_box
from companion.app.kiosk.office import house
from companion.app.loop import Loop, speaking
from companion.app.sound.audio_screen import heard
from companion.app.startup import CannotStart, put_on_table
from companion.app.systemd import Pulse, is_service, notify, pulse_seconds, rolled_back
from companion.app.wakeup import Clock, Wakeup
from companion.core.effects import Bench, Visit
from companion.core.messages import Mention, Message, Remembered
from companion.core.model import Agreement, Model, Preferences
from companion.core.notices import Notes, Notice
from companion.i18n import Words
from companion.i18n.catalogues import words
from companion.journal.filesystem import AlreadyClaimed
from companion.pages import archive, hardware, new_game
from companion.pages.render import load_all
from companion.paths import asset, data_folder
from companion.rules.editions import Options
from companion.rules.records.timeline import Seq
from companion.screen.events import Turn
from companion.screen.sdl import Mode, NoScreen, Opening
from companion.screen.window import Window
from companion.settings import Settings, first_level, load, owners_file
from companion.settings.errors import Mistake, summed_up
from companion.storage.files import Refused
from companion.ui.style import Canvas
from companion.ui.text_metrics import Type, type_from

if TYPE_CHECKING:
    from companion.app.devices import Opened
    from companion.app.kiosk.office import Office
    from companion.app.simulation.window import DeskHands, DeskWindow


_FAILED = 1


def run(arguments: Namespace) -> int:
    """Open the table and return the exit status.

    Args:
        arguments: What the command line says, see ``companion.cli.options``.
    """
    splash(os.environ)
    try:
        with _program(arguments) as program:
            return program.status()
    except NoScreen as why:
        if arguments.or_demo is None:
            return _say(why, arguments)
        said = _words(arguments)
        print(said.say("There is no screen here, so the demo game is played without one."))  # noqa: T201
        return run(Namespace(**{**vars(arguments), **_DEMO, "demo": arguments.or_demo}))
    except (AlreadyClaimed, CannotStart, Refused) as why:
        return _say(why, arguments)


_DEMO = {"headless": True, "simulate": True, "script": None, "start": None, "or_demo": None}


def _say(why: Exception, arguments: Namespace) -> int:
    for sentence in _sentences(why, arguments.start or "", _words(arguments)):
        print(f"ra-companion: {sentence}", file=sys.stderr)  # noqa: T201 - a command speaks
    return _FAILED


def _words(arguments: Namespace) -> Words:
    settings, _ = _wanted(arguments)
    return words(settings.table.language)


def _sentences(why: Exception, start: str, said: Words) -> Iterator[str]:
    """Yield why the table cannot be opened, and what to do."""
    match why:
        case AlreadyClaimed(pid=pid):
            yield said.say(
                "another Ra Companion (process {pid}) is already using this folder: "
                "close it, or choose another folder with --data",
                pid=pid,
            )
        case NoScreen(reason=reason, packages=packages):
            yield said.say("no screen to draw on: {reason}", reason=reason)
            if packages:
                missing = ", ".join(packages)
                yield said.say("these packages may be missing: {packages}", packages=missing)
            yield said.say("to run without a screen, use --headless")
        case CannotStart(sentence=sentence, facts=facts):
            yield said.say(sentence, **facts)
        case Refused():
            from companion.storage.files import complaints  # noqa: PLC0415 - only a bad record needs it

            yield from complaints(start, why, said)
        case _:
            yield str(why)


class _Program:
    """Everything that is open while the table is open."""

    def __init__(self, arguments: Namespace, stack: ExitStack) -> None:
        self._arguments = arguments
        self._settings, self._mistakes = _wanted(arguments)
        self._desk: DeskWindow | None = None
        self._clock = Clock(time.monotonic)
        self._wakeup = Wakeup()
        stack.callback(self._wakeup.close)
        keeper = self._kept = self._keeper(stack)
        stack.callback(keeper.close)
        self._showing = self._window(stack)
        if self._showing.wake_descriptor is not None:
            self._wakeup.watch(self._showing.wake_descriptor)
        model = self._model(keeper)
        aloud = heard(
            self._showing,
            model.preferences,
            self._settings.sound,
            is_headless=arguments.headless,
            speech_log=arguments.speech_log,
            data=self._data,
            mention=lambda notice: self._loop.post(Mention(notice), "sound"),
            stack=stack,
        )
        self._loop = Loop(
            model,
            screen=aloud,
            keeper=keeper,
            wakeup=self._wakeup,
            now=self._clock.now,
            dice=SystemRandom() if arguments.fair is None else Random(arguments.fair.seed),  # noqa: S311
            confirmed=self._confirmed,
            sound=aloud.perform,
        )
        self._loop.look_back = self._look_back
        self._loop.foresee = self._showing.foresee
        self._loop.pulse = Pulse(pulse_seconds(os.environ, os.getpid()))
        put_on_table(self._loop, keeper, self._wakeup, arguments.start)
        self._loop.turn()
        notify("READY=1")
        load_all()
        gc.enable()
        self._opened = self._devices(stack)
        if self._desk is not None:
            self._desk.attach(self._hands())
        self._loop.attach(self._opened.devices, self._opened.troubles)
        self._watch_power(stack)
        self._loop.bench = self._bench(stack)
        self._loop.post(keeper.remembered(), "start")

    @property
    def is_kiosk(self) -> bool:
        """Whether guests are alone with the table."""
        return self._settings.table.kiosk

    def _look_back(self, order: archive.Order) -> Iterable[Message]:
        """Answer about the games of other days."""
        from companion.app.archive import Library  # noqa: PLC0415 - few ask, and not at once

        wanted = self._settings.data.names_days
        days = 0 if self._settings.table.kiosk and wanted < 0 else wanted
        kept = self._kept
        return Library(self._data, lambda: kept.game, lambda: kept.ours, days).obey(order)

    def _keeper(self, stack: ExitStack) -> GameStore:
        arguments = self._arguments
        named = self._settings.data.folder
        data = arguments.data or (Path(named) if named else data_folder())
        if arguments.demo is not None:
            from tempfile import TemporaryDirectory  # noqa: PLC0415 - only a demonstration needs it

            data = Path(stack.enter_context(TemporaryDirectory(prefix="ra-demo-")))
        self._data = data
        return GameStore(
            data,
            self._wakeup.wake,
            allow_memory=bool(
                arguments.script
                or arguments.demo
                or arguments.fair
                or self._settings.data.allow_memory
            ),
        )

    def _window(self, stack: ExitStack) -> Display:
        arguments, wanted = self._arguments, self._settings.screen
        mode = Mode.WINDOWED if arguments.windowed or wanted.windowed else Mode.FULL_SCREEN
        opening = Opening(
            Mode.HEADLESS if arguments.headless else mode,
            arguments.size,
            Turn(arguments.rotate or wanted.rotate),
        )
        measures = type_from(asset("fonts", "advances.json").read_bytes())
        open_window = self._desk_window if self._has_desk(opening) else _window
        window = patiently(
            lambda: open_window(opening, measures, self._clock.now),
            patience_seconds=SCREEN_SECONDS if is_service(os.environ) else 0.0,
            now=time.monotonic,
            sleep=time.sleep,
        )
        stack.callback(window.close)
        canvas = Canvas(
            size=window.size,
            type=measures,
            words=words(self._settings.table.language),
            touch=wanted.touch,
            letters=mode is not Mode.HEADLESS and not (self.is_kiosk or is_service(os.environ)),
            version=__version__,
        )
        return Display(window, canvas, self._sides())

    def _sides(self) -> tuple[int, ...]:
        """Return from which side each player looks, by button; none if all look from the same."""
        sides: tuple[int, ...] = astuple(self._settings.sides)
        return sides if any(sides) else ()

    def _has_desk(self, opening: Opening) -> bool:
        """Whether the simulated panel is drawn: where a mouse can press it, and no script does."""
        arguments = self._arguments
        is_played = arguments.script is not None or arguments.demo is not None
        is_seen = (
            opening.mode is not Mode.HEADLESS and opening.turn is Turn.NONE and not self._sides()
        )
        return arguments.simulate and self._settings.screen.desk and is_seen and not is_played

    def _desk_window(self, opening: Opening, measures: Type, now: Callable[[], float]) -> Window:
        """Open a window with the simulated panel below the table."""
        from companion.app.simulation.window import DeskWindow, window_size  # noqa: PLC0415

        opening = replace(opening, size=window_size(opening.mode, opening.size))
        self._desk = DeskWindow(opening, measures, now, lambda: self._loop.model.preferences)
        return self._desk

    def _hands(self) -> DeskHands:
        """Return the hands that the mouse has at the desk."""
        from companion.app.simulation.window import BagHand, DeskHands  # noqa: PLC0415

        panel, reader = self._opened.simulated()
        return DeskHands(panel, reader, BagHand(reader, lambda: self._loop.model, SystemRandom()))

    def _devices(self, stack: ExitStack) -> Opened:
        """Open the hardware; its libraries are loaded only now, when a picture stands already."""
        from companion.app.devices import real, simulated  # noqa: PLC0415

        open_them = simulated if self._arguments.simulate else real
        return open_them(self._settings, self._wakeup.wake, self._clock.now, stack)

    def _watch_power(self, stack: ExitStack) -> None:
        """Let a Pi say when it gets too little power, or too hot."""
        from companion.app.kiosk.staff_call_command import watch  # noqa: PLC0415 - not before the first picture

        watch(self._loop.post, stack)

    def _bench(self, stack: ExitStack) -> Office:
        """Fit out the workbench; on a Pi whose owner has set nothing yet, begin with the wizard."""
        from companion.app.hardware_bench.bench import (  # noqa: PLC0415 - not before the first picture
            Tools,
            fitted_out,
            is_first_start,
        )
        from companion.app.kiosk.office import office  # noqa: PLC0415 - not before the first picture

        arguments, named = self._arguments, self._arguments.settings
        tools = Tools(self._opened, self._settings, named, self._data, self._wakeup.wake,
                      self._clock.now, arguments.simulate)  # fmt: skip
        is_staged = arguments.simulate or arguments.script or arguments.demo
        if not is_staged and is_first_start(owners_file(named)):
            self._loop.post(Visit(Bench.WIZARD), "start")
        return office(self._loop, tools, fitted_out(self._loop, tools, stack), stack)

    def _model(self, keeper: GameStore) -> Model:
        wanted = self._settings.table
        spoken = speaking(wanted.language)
        troubles = list(keeper.troubles)
        back = rolled_back(os.environ)
        if back is not None:
            troubles.append(back)
        if self._mistakes:
            mistake = summed_up(self._mistakes, words(wanted.language))
            troubles.append(Notice(Notes.SETTINGS, {"mistake": mistake}))
        tags, unsure = tags_of_box(
            self._data, self._settings.bag_reader.box, words(wanted.language)
        )
        if self._arguments.simulate and not tags and not unsure:
            tags = hardware.SIMULATED_BOX
        return Model(
            page=new_game.Welcome(),
            tags=tags,
            preferences=Preferences(
                language=wanted.language,
                theme=wanted.theme,
                text_scale=wanted.text_scale,
                sun_commit_seconds=wanted.sun_commit_seconds,
                is_big=wanted.big,
                left_handed=wanted.left_handed,
                scan_seconds=wanted.one_button_seconds,
                kiosk=wanted.kiosk,
                loudness=self._settings.sound.level,
                is_spoken=self._settings.sound.spoken,
                reduce_motion=wanted.reduce_motion,
            ),
            kiosk=house(
                self._settings,
                self._data,
                self._clock.now(),
                is_simulated=self._arguments.simulate,
            ),
            agreement=Agreement(
                options=Options(edition=wanted.edition),
                secrecy=wanted.secrecy,
                level=first_level(self._settings, is_simulated=self._arguments.simulate),
            ),
            colour_names=spoken.colour_names,
            tile_keys=spoken.tile_keys,
            troubles=(*troubles, *unsure),
            now=self._clock.now(),
        )

    def _confirmed(self, seq: Seq) -> None:
        if self._arguments.script:
            print(f"confirmed {seq}\n", end="", flush=True)  # noqa: T201 - in one piece, for scripts

    def status(self) -> int:
        """Turn until people leave, or until the script is done; return the exit status."""
        arguments = self._arguments
        if arguments.demo is None and arguments.script is None and arguments.fair is None:
            threading.Thread(target=self._remember_names, name="names", daemon=True).start()
            self._loop.run()
            return 0
        from companion.app.scripts.hands import Stage, perform_demo, perform_script  # noqa: PLC0415

        stage = Stage(self._loop, self._showing, self._opened, self._clock, self._wakeup)
        if arguments.fair is not None:
            return int(arguments.fair.perform(stage, self._data, _words(arguments)))
        if arguments.demo is not None:
            return perform_demo(stage, arguments.demo, _words(arguments))
        return perform_script(stage, arguments.script)

    def _remember_names(self) -> None:
        """Bring the index of games up to date, and tell the loop which names were used before."""
        from companion.exports.kept_game import describe  # noqa: PLC0415 - not before the first picture
        from companion.journal.index import index as history  # noqa: PLC0415
        from companion.journal.index import indexing  # noqa: PLC0415

        indexing.refresh(self._data, describe)
        self._loop.post(Remembered(history.names(self._data)), "start")
        self._loop.post(archive.TidyUp(), "start")


def _window(opening: Opening, measures: Type, now: Callable[[], float]) -> Window:
    """Open a window that is all table."""
    return Window(opening, asset(), measures, now)


def _wanted(arguments: Namespace) -> tuple[Settings, tuple[Mistake, ...]]:
    """Return the settings of this run: what the command line says wins over the owner's file."""
    settings, mistakes = load(owners_file(arguments.settings))
    table = settings.table
    language, theme = arguments.language or table.language, arguments.theme or table.theme
    return replace(settings, table=replace(table, language=language, theme=theme)), mistakes


@contextmanager
def _program(arguments: Namespace) -> Iterator[_Program]:
    with ExitStack() as stack:
        program = _Program(arguments, stack)
        stack.callback(notify, "STOPPING=1\nSTATUS=The table is put away")
        signal.signal(signal.SIGTERM, _leave)
        if program.is_kiosk:
            before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # whatever a keyboard sends
            stack.callback(signal.signal, signal.SIGINT, before)
        yield program


def _leave(_number: int, _frame: object) -> None:
    raise SystemExit(0)


def splash(environment: Mapping[str, str], console: int = 0) -> None:
    """Write it to the console that a service manager gave us as its input; elsewhere do nothing.

    A unit of its own writes the same early in the boot; systemd clears the console for the service.
    """
    if is_service(environment) and os.isatty(console):
        with suppress(OSError):
            os.write(console, asset("splash.txt").read_bytes())


SCREEN_SECONDS = 20.0
"""How long a service waits at boot for the driver of the screen."""

_LOOK_SECONDS = 0.5


def patiently(
    open_window: Callable[[], Window],
    *,
    patience_seconds: float,
    now: Callable[[], float],
    sleep: Callable[[float], None],
) -> Window:
    """Open the window; on a bare console, as soon as the driver of the screen is there.

    Raises:
        NoScreen: It is not there in time, or it is something else that is missing.
    """
    give_up = now() + patience_seconds
    while True:
        try:
            return open_window()
        except NoScreen as why:
            if not why.packages or now() >= give_up:
                raise
            notify(f"STATUS=Waiting for the screen: {why.reason}")
            sleep(_LOOK_SECONDS)
