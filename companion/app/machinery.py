"""What the first picture does not need, in one import: every page, and all that pages order from.

It takes about half a second on a Pi. What is pressed or touched meanwhile waits for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import SystemRandom

from companion.app.archive import Library, Reviewer
from companion.app.fleet import open_feed
from companion.app.handlers import Handler
from companion.app.hardware_bench.bench import is_first_start, open_workbench
from companion.app.kiosk.office import open_office
from companion.app.opponent import Opponent
from companion.app.parts import Parts
from companion.app.phones import open_phones, serve
from companion.app.scripts.hands import perform_demo, perform_script
from companion.app.simulation.window import BagHand, DeskHands, DeskWindow
from companion.app.sound.audio import open_audio
from companion.app.startup import CannotStart
from companion.core.effects import BuilderPage, OpenBuilderPage
from companion.doctor import power
from companion.pages.registry import load_all
from companion.screen.window import Window
from companion.settings import owners_file
from companion.storage import FileRefused
from companion.storage.files import complaints

load_all()


def open_machinery(parts: Parts, window: Window) -> None:
    """Open all that pages order from; say who played before; let a mouse reach what is drawn.

    On a Pi whose owner has set nothing yet, the wizard begins.
    """
    options, loop = parts.options, parts.loop
    loop.handlers.add(*_handlers(parts))
    power.watch(loop.post, parts.stack)
    if isinstance(window, DeskWindow):
        _attach_mouse(window, parts)
    is_staged = options.simulate or options.is_performed
    if not is_staged and is_first_start(owners_file(options.settings)):
        loop.post(OpenBuilderPage(BuilderPage.WIZARD), "start")
    loop.post(parts.store.remembered(), "start")


def _handlers(parts: Parts) -> Iterator[Handler]:
    options, settings, data = parts.options, parts.settings, parts.data
    loop, store = parts.loop, parts.store
    days = settings.data.names_days
    library = Library(
        data,
        lambda: store.game,
        lambda message: loop.post(message, "index"),
        lambda: store.ours,
        0 if settings.table.kiosk and days < 0 else days,
    )
    if not options.is_performed:
        library.read_games()
    yield open_audio(parts)
    yield library
    yield Reviewer(data, lambda: store.game, lambda found: loop.post(found, "review"))
    yield Opponent(data, lambda: store.game, lambda found: loop.post(found, "opponent"))
    yield open_workbench(parts)
    yield open_office(parts)
    yield from _heard_outside(parts)


def _heard_outside(parts: Parts) -> Iterator[Handler]:
    """Yield what speaks for the table on its socket, with a fleet and with phones."""
    settings, options = parts.settings, parts.options
    is_served_here = options.phones and not options.is_performed  # nobody sees a script's code
    phones = open_phones(parts) if settings.phones.enabled or is_served_here else None
    if not settings.fleet.enabled and phones is None:
        return
    feed = open_feed(parts, None if phones is None else phones.attach)
    if feed is None:
        return
    yield feed
    if phones is not None:
        yield phones
    if is_served_here:
        serve(parts)


def _attach_mouse(window: DeskWindow, parts: Parts) -> None:
    loop, (panel, reader) = parts.loop, parts.opened.simulated()
    bag = BagHand(reader, lambda: loop.model, SystemRandom())
    window.attach(DeskHands(panel, reader, bag), lambda: loop.model.preferences)


def perform(parts: Parts) -> int:
    """Do what a script says, or let the demonstration play, and return the exit status.

    Raises:
        CannotStart: The script cannot be read, or the record of the demonstration is damaged.
    """
    options = parts.options
    try:
        if options.demo is not None:
            return perform_demo(parts, options.demo)
        return perform_script(parts, options.script or "-")
    except FileRefused as why:
        raise CannotStart(*complaints("", why)) from why
