"""``ra-companion run``: puts the program together, opens the table, and takes it apart again."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from msgspec.structs import astuple, replace

from companion import __version__
from companion.app.chosen import Chosen
from companion.app.counts import Counts
from companion.app.display import Display
from companion.app.game_store import GameStore
from companion.app.kiosk.house_rules import house_rules
from companion.app.loop import Loop, speaking
from companion.app.parts import Parts
from companion.app.startup import CannotStart, open_table
from companion.app.systemd import Heartbeat, is_service, notify, pulse_seconds
from companion.app.wakeup import Clock, Wakeup
from companion.core.model import Agreement, Hardware, Model, Preferences, Screen, Session
from companion.core.notices import Notes, Notice
from companion.i18n import printable
from companion.i18n.catalogues import words as words_of
from companion.journal.filesystem import AlreadyClaimed
from companion.pages.new_game.welcome import Welcome
from companion.paths import asset
from companion.rules.editions import Options
from companion.screen.events import Rotation
from companion.screen.sdl import Mode, NoScreen, Opening
from companion.screen.window import Window
from companion.settings import Settings, data_in_use, first_level, load, owners_file
from companion.settings.reading import summed_up
from companion.storage.boxes import tags_of_box
from companion.ui.style import Canvas
from companion.ui.text_metrics import Type, type_from

if TYPE_CHECKING:
    from companion.app.run_options import RunOptions
    from companion.rules.records.timeline import Seq
    from companion.settings.reading import Mistake


_FAILED = 1


def run(options: RunOptions) -> int:
    """Open the table and return the exit status."""
    splash(os.environ)
    try:
        with ExitStack() as stack:
            return _table(options, stack)
    except NoScreen as why:
        if options.or_demo is None:
            return _say(why)
        print("There is no screen here, so the demo game is played without one.")  # noqa: T201
        return run(
            replace(
                options,
                demo=options.or_demo,
                or_demo=None,
                headless=True,
                simulate=True,
                script=None,
                start=None,
            )
        )
    except (AlreadyClaimed, CannotStart) as why:
        return _say(why)


def _table(options: RunOptions, stack: ExitStack) -> int:
    """Open the table, let people play, and return the exit status.

    What is opened first is closed last, by the stack.
    """
    clock, wakeup = Clock(time.monotonic), Wakeup()
    stack.callback(wakeup.close)

    # Settings, games, and what people set at the screen
    owners, mistakes = load(owners_file(options.settings))
    data = _data_folder(options, owners, stack)
    may_forget = options.is_performed or owners.data.allow_memory
    store = GameStore(data, wakeup.wake, allow_memory=may_forget)
    stack.callback(store.close)
    kept = store.newest()
    chosen = store.chosen = Chosen(data, owners)
    store.counts = Counts(data)
    house = _with_options(chosen.by_house(), options)
    settings = chosen.by_guests(house, store.game)

    # The window, and the first picture in it
    measures = type_from(asset("fonts", "advances.json").read_bytes())
    window = _window(options, settings, measures, clock.now)
    stack.callback(window.close)
    display = Display(window, _canvas(settings, window.size, measures), _sides(settings))
    if display.wake_descriptor is not None:
        wakeup.watch(display.wake_descriptor)
    troubles = _troubles(mistakes, store)
    loop = Loop(
        replace(
            _model(options, settings, data, clock.now(), troubles),
            kiosk=house_rules(house, data, clock.now(), is_simulated=options.simulate),
        ),
        screen=display,
        store=store,
        wakeup=wakeup,
        now=clock.now,
        shuffle=SystemRandom().shuffle,
        pulse=Heartbeat(pulse_seconds(os.environ, os.getpid())),
        confirmed=_tell_script if options.script else _tell_nobody,
    )
    open_table(loop, store, wakeup, options.start, kept)
    notify("READY=1")
    signal.signal(signal.SIGTERM, _leave)
    if settings.table.kiosk:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # whatever a keyboard sends
        stack.callback(signal.signal, signal.SIGINT, before)

    # The buttons first: what is pressed while all else is loaded waits for it
    from companion.app import devices  # noqa: PLC0415 - after the first picture

    open_devices = devices.simulated if options.simulate else devices.real
    opened = open_devices(settings, wakeup, clock.now, stack)
    loop.attach(opened.devices, opened.troubles)
    from companion.app import machinery  # noqa: PLC0415 - after the first picture

    parts = Parts(options, settings, data, clock, wakeup, store, display, loop, opened, stack)
    machinery.open_machinery(parts, window)
    stack.callback(notify, "STOPPING=1\nSTATUS=The table is put away")
    gc.enable()
    gc.freeze()  # else all that was loaded is looked through again in the middle of a press
    stack.callback(gc.unfreeze)
    if options.is_performed:
        return machinery.perform(parts)
    loop.run()
    return 0


def _tell_nobody(_: Seq) -> None:
    """Say nothing of an entry that is on the disk."""


def _tell_script(seq: Seq) -> None:
    """Say on standard output that an entry is on the disk."""
    print(f"confirmed {seq}\n", end="", flush=True)  # noqa: T201 - in one piece, for scripts


def _say(why: Exception) -> int:
    for sentence in _sentences(why):
        print(f"error: {printable(sentence)}", file=sys.stderr)  # noqa: T201 - a command speaks
    return _FAILED


def _sentences(why: Exception) -> Iterator[str]:
    """Yield why the table cannot be opened, and what to do."""
    match why:
        case AlreadyClaimed(pid=pid):
            yield (
                f"another Ra Companion (process {pid}) is already using this folder: "
                "close it, or choose another folder with --data"
            )
        case NoScreen(reason=reason, packages=packages):
            yield f"no screen to draw on: {reason}"
            if packages:
                yield f"these packages may be missing: {', '.join(packages)}"
            yield "to run without a screen, use --headless"
        case CannotStart(lines=lines):
            yield from lines
        case _:
            yield str(why)


def _with_options(settings: Settings, options: RunOptions) -> Settings:
    """Return the settings of this run: what the command line says wins."""
    table = settings.table
    language, theme = options.language or table.language, options.theme or table.theme
    return replace(settings, table=replace(table, language=language, theme=theme))


def _data_folder(options: RunOptions, settings: Settings, stack: ExitStack) -> Path:
    """Return where the games are kept; those of a demonstration are gone with the stack."""
    if options.demo is not None:
        from tempfile import TemporaryDirectory  # noqa: PLC0415 - only for a demonstration

        return Path(stack.enter_context(TemporaryDirectory(prefix="ra-demo-")))
    return data_in_use(options.data, settings)


def _window(
    options: RunOptions, settings: Settings, measures: Type, now: Callable[[], float]
) -> Window:
    """Open a window that is all table, or one with the simulated panel below it."""
    opening = Opening(
        Mode.HEADLESS if options.headless else _mode(options, settings),
        options.size,
        Rotation(options.rotate or settings.screen.rotate),
    )
    open_window: Callable[[Opening, Type, Callable[[], float]], Window] = _all_table
    if _has_desk(options, settings, opening):
        from companion.app.simulation.window import DeskWindow  # noqa: PLC0415 - rarely used

        open_window = DeskWindow
    return patiently(
        lambda: open_window(opening, measures, now),
        patience_seconds=SCREEN_SECONDS if is_service(os.environ) else 0.0,
        now=time.monotonic,
        sleep=time.sleep,
    )


def _mode(options: RunOptions, settings: Settings) -> Mode:
    return Mode.WINDOWED if options.windowed or settings.screen.windowed else Mode.FULL_SCREEN


def _all_table(opening: Opening, measures: Type, now: Callable[[], float]) -> Window:
    """Open a window that is all table."""
    return Window(opening, asset(), measures, now)


def _has_desk(options: RunOptions, settings: Settings, opening: Opening) -> bool:
    """Whether the simulated panel is drawn: where a mouse can press it, and no script does."""
    is_seen = opening.mode is not Mode.HEADLESS and opening.turn is Rotation.NONE
    is_played = options.script is not None or options.demo is not None
    wanted = options.simulate and settings.screen.desk
    return wanted and is_seen and not _sides(settings) and not is_played


def _canvas(settings: Settings, size: tuple[int, int], measures: Type) -> Canvas:
    return Canvas(
        size=size,
        type=measures,
        words=words_of(settings.table.language),
        touch=settings.screen.touch,
        letters=not (settings.table.kiosk or is_service(os.environ)),
        panel=not settings.screen.touch or settings.panel.factory != "none",
        version=__version__,
    )


def _sides(settings: Settings) -> tuple[int, ...]:
    """Return from which side each player looks, by button; none if all look from the same."""
    sides: tuple[int, ...] = astuple(settings.screen.sides)
    return sides if any(sides) else ()


def _preferences(settings: Settings) -> Preferences:
    wanted = settings.table
    return Preferences(
        language=wanted.language,
        theme=wanted.theme,
        text_size=wanted.text_size,
        sun_commit_seconds=wanted.sun_commit_seconds,
        auction_settle_seconds=wanted.auction_settle_seconds,
        left_handed=wanted.left_handed,
        scan_seconds=wanted.one_button_seconds,
        has_clock=wanted.clock,
        kiosk=wanted.kiosk,
        loudness=settings.sound.level,
        is_spoken=settings.sound.spoken,
        reduce_motion=wanted.reduce_motion,
    )


def _troubles(mistakes: tuple[Mistake, ...], store: GameStore) -> tuple[Notice, ...]:
    """Return what is wrong already when the table is opened."""
    found = [*store.troubles]
    if mistakes:
        wrong = [each for each in mistakes if not each.is_gone]
        gone = [each for each in mistakes if each.is_gone]
        if wrong:
            found.append(Notice(Notes.SETTINGS, {"mistake": summed_up(wrong)}))
        if gone:
            found.append(Notice(Notes.SETTINGS_GONE, {"gone": summed_up(gone)}))
    return tuple(found)


def _model(
    options: RunOptions, settings: Settings, data: Path, now: float, troubles: tuple[Notice, ...]
) -> Model:
    """Return the table as it is before any game is on it."""
    wanted = settings.table
    spoken = speaking(wanted.language)
    tags, unsure = tags_of_box(data, settings.bag_reader.box, is_simulated=options.simulate)
    return Model(
        page=Welcome(),
        preferences=replace(
            _preferences(settings),
            colour_names=spoken.colour_names,
            machine_names=spoken.machine_names,
            tile_keys=spoken.tile_keys,
        ),
        now=now,
        hardware=Hardware(tags=tags),
        session=Session(
            agreement=Agreement(
                options=Options(edition=wanted.edition),
                secrecy=wanted.secrecy,
                level=first_level(settings, is_simulated=options.simulate),
            )
        ),
        screen=Screen(troubles=(*troubles, *unsure)),
    )


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
