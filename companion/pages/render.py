"""From the model to the picture: one function, pure. What shows a page is loaded when it is first shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import chain
from typing import Any

from companion.core.messages import Message
from companion.core.model import Model
from companion.pages import (
    archive,
    box_check,
    corrections,
    hardware,
    kiosk,
    menu,
    new_game,
    partial,
    reference,
    score_sheet,
    scoring,
    table,
)
from companion.pages.status_bar import toast, troubles
from companion.pages.switch_scanning import pointing
from companion.ui.animation import Seen, frame
from companion.ui.scene import Scene
from companion.ui.style import Canvas, Part, Piece, Style, assembled, style

Showing = Callable[[Style, Model, Any], Iterable[Piece]]
"""Yields what is on a page."""


def shown_by(page: type) -> Showing:
    """Return what shows this kind of page.

    Raises:
        KeyError: Nothing does.
    """
    return _pages()[page]


def load_all() -> None:
    """Load what shows the other pages, so that nobody waits for it later."""
    _pages()


@cache
def _pages() -> Mapping[type, Showing]:
    return {
        new_game.Welcome: new_game.welcome.show_welcome,
        new_game.Seating: new_game.seating.seating,
        new_game.OptionsPage: new_game.options.agreeing,
        new_game.Dealing: new_game.dealing.dealing,
        table.Table: table.table_view.show_table,
        partial.PartialTable: partial.partial_table_view.light_table,
        partial.Joining: partial.joining_page.joining,
        table.EndEarly: table.end_early.stopping,
        scoring.EpochScores: scoring.epoch_view.scoring,
        scoring.Finale: scoring.finale_view.finale,
        table.History: table.history.show_history,
        menu.Menu: menu.menu.menu,
        archive.Games: archive.archive_view.games,
        archive.Replay: archive.archive_view.replay,
        archive.Statistics: archive.archive_view.statistics,
        menu.About: menu.about.about,
        hardware.PinWizard: hardware.pin_wizard.wizard,
        hardware.HardwareTest: hardware.hardware_test.trying,
        hardware.TagTeaching: hardware.tag_teaching.teaching,
        corrections.FixPanel: corrections.fix_panel_view.mending,
        corrections.Rebuild: corrections.rebuild.rebuilding,
        corrections.FixEntry: corrections.fix_entry.correcting,
        reference.Rules: reference.reading.rules,
        reference.ProjectedScore: reference.reading.worth,
        kiosk.Pin: kiosk.pin.pin,
        kiosk.Staff: menu.menu.listed_now,
        kiosk.Help: menu.menu.listed_now,
        kiosk.Asking: menu.menu.listed_now,
        kiosk.Versions: kiosk.usb.versions,
        kiosk.SwitchingOff: kiosk.idle.switching_off,
        kiosk.Locked: kiosk.idle.locked,
        kiosk.Attract: kiosk.idle.attract,
        box_check.BoxCheck: box_check.box_check.packing,
        score_sheet.SheetSetup: score_sheet.setup.gathering,
        score_sheet.SheetTally: score_sheet.tally_view.counting_page,
        score_sheet.SheetResult: score_sheet.result.reckoned,
    }


def scene(model: Model, canvas: Canvas) -> Scene[Message]:
    """Return everything that is on the screen when nothing moves, and what a touch means where."""
    return at_rest(seen(model, canvas), canvas)


def seen(model: Model, canvas: Canvas) -> Seen:
    """Return what is on the screen when nothing moves."""
    looks = style(canvas, model.preferences)
    page = assembled(shown_by(type(model.page))(looks, model, model.page))
    over = assembled(
        chain(
            reference.over_the_page(looks, model),
            table.show_peek(looks, model),
            kiosk.calling(looks, model),
            troubles(looks, model),
            hardware.doubt(looks, model),
            corrections.slip(looks, model),
            toast(looks, model),
            kiosk.resting(looks, model),
        )
    )
    ring = assembled(pointing(looks, model, page.targets + over.targets))
    return Seen(model, page, Part(over.items + ring.items, over.targets))


def moving(before: Seen, after: Seen, canvas: Canvas) -> Seen:
    """Return what is on the screen from now on, and how it comes there from what was before."""
    from companion.pages.motion import moves  # noqa: PLC0415 - nothing moves to the first picture

    return after._replace(moves=moves(style(canvas, after.model.preferences), before, after))


def at_rest(shown: Seen, canvas: Canvas) -> Scene[Message]:
    """Return the picture to which everything that moves comes."""
    page, over = shown.page, shown.over
    return Scene(canvas.size, page.items + over.items, page.targets + over.targets)


def at(shown: Seen, now: float, rest: Scene[Message]) -> Scene[Message]:
    """Return the picture at a time, in seconds of the monotonic clock; at last the one at rest."""
    items = frame(shown.page.items, shown.moves, now)
    if items is shown.page.items:
        return rest
    return Scene(rest.size, items + shown.over.items, rest.targets)
