"""The pause: what else can be done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Entry, Prompt
from companion.core.dial import stepped
from companion.core.effects import Bench, Dispatch, Update, Visit
from companion.core.messages import (
    GoTo,
    Leave,
    Message,
    Next,
    NextLanguage,
    PushDial,
    Quit,
    ReadTable,
    SetBig,
    SetLoudness,
    SetSpoken,
    SetTextScale,
    SetTheme,
)
from companion.core.model import Loudness, Model, is_guarded
from companion.core.page import Page
from companion.i18n import AUTONYMS, mark
from companion.pages import (
    archive,
    box_check,
    corrections,
    keyboard,
    kiosk,
    partial,
    reference,
    score_sheet,
    scoring,
    table,
)
from companion.pages.menu.about import About
from companion.pages.page_view import asked, frame, heading, what_can_be_done
from companion.rules.model import Phase
from companion.ui.layout import columns, middle, rows, stacked
from companion.ui.pieces import focus_ring, least_height, paragraph
from companion.ui.scene import Box, Rect, Target
from companion.ui.style import CENTRED, TOUCH_PX, Piece, Shape, Size, Style


class Menu(Page, frozen=True):
    """The pause: what else can be done."""

    row: int = 0

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        return bindings(model, self)

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Pause")

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is on the page."""
        return menu(look, model, self)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return keyboard.closing(model)

    def turn(self, model: Model, steps: int) -> Update:
        """Move along what the page offers."""
        return replace(model, page=Menu((self.row + steps) % len(entries(model)))), ()

    def push(self, model: Model) -> Update:
        """Choose what the dial points at."""
        return model, (Dispatch(entries(model)[self.row].message),)

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        return Menu(self.row % len(entries(model)))


def bindings(model: Model, page: Menu) -> Bindings:
    chosen = entries(model)[page.row]
    push = Binding(PushDial(), chosen.label)
    back = Binding(Next(), "Back")
    return Bindings({"ok": push, "dial": push, "undo": back, "ra": back}, {}, mark("Choose"))


THEMES = {
    "night": mark("Colours: night"),
    "papyrus": mark("Colours: papyrus"),
    "contrast": mark("Colours: high contrast"),
}

_SCALES = {
    1.0: mark("Text size: normal"),
    1.15: mark("Text size: large"),
    1.3: mark("Text size: largest"),
}

_BIG = {True: mark("Large print: on"), False: mark("Large print: off")}

_SOUNDS = {
    Loudness.NORMAL: mark("Sound: on"),
    Loudness.NIGHT: mark("Sound: quiet, for the night"),
    Loudness.OFF: mark("Sound: off"),
}

_VOICES = {True: mark("Spoken announcements: on"), False: mark("Spoken announcements: off")}


def entries(model: Model) -> tuple[Entry, ...]:
    """Return the lines of the menu, the first one leading back: those that may be used here."""
    lines = [Entry(mark("Back to the table") if model.timeline else mark("Back"), Next())]
    if model.preferences.kiosk:
        lines.append(Entry("Ask for help", GoTo(kiosk.Help())))
    if model.timeline is not None:
        lines.append(Entry("History", GoTo(table.going_to(model))))
        if model.game.stage is Phase.OVER:
            lines.append(Entry("Result", GoTo(scoring.Finale(len(model.game.players)))))
        if reference.can_look_at_worth(model):
            lines.append(Entry("What scores now?", GoTo(reference.ProjectedScore())))
        lines.append(Entry("Fix the table on screen", GoTo(corrections.FixPanel())))
        if model.timeline.ledger is None:
            lines.append(Entry("Rebuild the table", GoTo(corrections.Rebuild())))
        lines += (Entry(offer.label, offer.message) for offer in partial.level_lines(model))
        if model.preferences.kiosk:
            lines.append(Entry("Start over; this game is saved", kiosk.Restart()))
        if model.game.stage is not Phase.OVER:
            lines.append(Entry("End the game early", GoTo(table.EndEarly())))
        lines.append(Entry("Leave; game is saved", Leave()))
    else:
        lines.append(Entry("Score sheet", score_sheet.score_a_table(model).message))
        lines.append(Entry("Games played", archive.FindGames()))
        lines.append(Entry("Statistics", archive.ShowStatistics()))
    lines.append(Entry("Rules", GoTo(reference.Rules())))
    lines += _seeing(model)
    lines.append(Entry("Language", NextLanguage(1)))
    lines += _hearing(model)
    lines += _keeping(model)
    return tuple(line for line in lines if kiosk.may(model, line.message))


def _keeping(model: Model) -> Iterator[Entry]:
    """Yield the lines about what is around the table."""
    yield Entry("Hardware test", Visit(Bench.TEST))
    if model.timeline is None:
        yield Entry("Count the pieces", box_check.CheckBox())
    if model.house.sticks:
        yield Entry("Save to a USB stick", GoTo(kiosk.Staff(kiosk.Leaf.STICK)))
    if not is_guarded(model):
        yield Entry("About", GoTo(About()))
    yield Entry("Quit; the game is saved", Quit())


def _seeing(model: Model) -> tuple[Entry, ...]:
    """Return the lines about what can be seen, each saying how it is now."""
    wanted = model.preferences
    scale = min(_SCALES, key=lambda each: abs(each - wanted.text_scale))
    lines = (
        Entry(THEMES[wanted.theme], SetTheme(stepped(tuple(THEMES), wanted.theme))),
        Entry(_SCALES[scale], SetTextScale(stepped(tuple(_SCALES), scale))),
    )
    return (*lines, Entry(_BIG[wanted.is_big], SetBig(not wanted.is_big)))


def _hearing(model: Model) -> tuple[Entry, ...]:
    """Return the lines about what can be heard, each saying how it is now."""
    loudness, spoken = model.preferences.loudness, model.preferences.is_spoken
    levels = (each for each in _SOUNDS if each is loudness or kiosk.may(model, SetLoudness(each)))
    lines = (
        Entry(_SOUNDS[loudness], SetLoudness(stepped(tuple(levels), loudness))),
        Entry(_VOICES[spoken], SetSpoken(not spoken)),
    )
    return (*lines, Entry("Read the table aloud", ReadTable())) if model.timeline else lines


def menu(look: Style, model: Model, page: Menu) -> Iterator[Piece]:
    """Yield the entries; the dial points at one of them."""
    yield from listed(look, model, entries(model), page.row)


def listed(look: Style, model: Model, lines: Sequence[Entry], pointed: int) -> Iterator[Piece]:
    """Yield a page that is a list, of which one line is pointed at."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    radius = look.either(14, 10)
    labels = [_label(look, model, entry.label) for entry in lines]
    places = _places(look, where.body, labels)
    for place, (row, entry, label) in enumerate(zip(places, lines, labels, strict=True)):
        chosen = place == pointed
        ground = look.theme.panel_active if chosen else look.theme.panel
        yield Box(
            row, ground, border=look.theme.line, border_px=max(1, look.px(1.5)), radius=radius
        )
        words = Rect(row.x + look.px(8), row.y, row.w - 2 * look.px(8), row.h)
        yield from paragraph(look, words, label, Size.NAME, CENTRED)
        yield Target(row, entry.message)
        if chosen:
            yield focus_ring(look, row, radius)
    yield from what_can_be_done(look, where.dock, model)


def listed_now(look: Style, model: Model, page: kiosk.kiosk.Listed) -> Iterator[Piece]:
    """Yield a list of what the house offers at present."""
    lines = kiosk.kiosk.entries(model, page)
    yield from listed(look, model, lines, page.row % len(lines))


def _places(look: Style, body: Rect, labels: Sequence[str]) -> tuple[Rect, ...]:
    """Return a row for each entry: one below the other, in columns if they are many."""
    number = len(labels)
    gap, high = look.either(10, 5), look.either(64, 50)
    most = max(1, (body.h + gap) // (TOUCH_PX + gap))
    beside = -(-number // most)
    lines = -(-number // beside)
    gap = max(0, min(gap, (body.h - lines * TOUCH_PX) // max(1, lines - 1)))
    if look.shape is Shape.TALL and beside > 1:
        high = look.px(72)
    wide = body.w if look.shape is Shape.TALL else min(body.w, beside * look.either(720, 520))
    room = middle(body, wide, min(body.h, lines * (high + gap) - gap))
    starts = range(0, beside * lines, lines)
    return tuple(
        row
        for start, half in zip(starts, columns(room, beside, gap), strict=True)
        for row in _shared(look, rows(half, lines, gap), labels[start : start + lines], gap)
    )


def _shared(
    look: Style, places: tuple[Rect, ...], labels: Sequence[str], gap: int
) -> tuple[Rect, ...]:
    """Return the rows of a column, those with long words higher if they have no room otherwise."""
    top, last = places[0], places[-1]
    needed = [max(TOUCH_PX, least_height(look, label, top.w - 2 * look.px(8))) for label in labels]
    if all(need <= spot.h for spot, need in zip(places, needed, strict=False)):
        return places[: len(labels)]
    parts = (*needed, *(TOUCH_PX,) * (len(places) - len(labels)))
    column = Rect(top.x, top.y, top.w, last.y + last.h - top.y)
    return stacked(column, parts, gap)[: len(labels)]


def _label(look: Style, model: Model, label: str) -> str:
    """Return what an entry is called; the language also by its own name."""
    said = look.say(label)
    if label != "Language":
        return said
    language = model.preferences.language
    return look.canvas.words.state(said, AUTONYMS.get(language, language))
