"""The pause menu: everything that can be done besides playing, and the small pages of its lines."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.core.commands import (
    DIAL,
    OK,
    RA,
    UNDO,
    Binding,
    Command,
    Entry,
    Prompt,
    key,
    stepped,
    tap,
    turning,
)
from companion.core.effects import BuilderPage, LoadLanguage, OpenBuilderPage, Update, do
from companion.core.kiosk import StaffList
from companion.core.messages import (
    CheckBox,
    Enter,
    FindGames,
    GoTo,
    Leave,
    Message,
    Next,
    NextLanguage,
    Open,
    Quit,
    ReadTable,
    Restart,
    Route,
    SetPreference,
    ShowStatistics,
    StepUp,
)
from companion.core.model import Loudness, Model, TextSize, is_guarded, is_partial, machine_strength
from companion.core.notices import READ_ONCE, Notes, in_order
from companion.core.page import Page
from companion.i18n import Words, mark
from companion.i18n.languages import own_name
from companion.opponent.strength import Strength
from companion.pages import controls, registry
from companion.pages.page_view import WHO_PLAYS, ListPage, PointingPage, ReadPage, who_plays
from companion.pages.registry import back_to_menu, home
from companion.pages.table.seat import HandOver
from companion.rules.actions import Level
from companion.rules.editions import Seat
from companion.rules.model import Phase
from companion.rules.partial import PartialPhase
from companion.rules.records.entries import SetLevel
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.layout import middle
from companion.ui.pieces import boat
from companion.ui.scene import Align, Box, Rect, Weight
from companion.ui.speech import said
from companion.ui.style import STRONG, TOUCH_PX, Piece, Size, TextStyle, Ui
from companion.ui.widgets import NameTag


class Group(msgspec.Struct, frozen=True):
    """Lines of the menu that belong together."""

    title: str
    """English words, which are also what is translated."""
    entries: tuple[Entry, ...]


class Menu(ListPage, frozen=True):
    """The menu: what else can be done."""

    is_beside_the_game: ClassVar[bool] = True

    def groups(self, model: Model) -> tuple[Group, ...]:
        """Return the lines that may be used here, in groups; the last of them leads away."""
        parts = (
            (mark("This game"), _of_the_game(model)),
            (mark("The table"), (*_seeing(model), *_hearing(model))),
            (mark("More"), _of_the_evening(model)),
            ("", _leaving(model)),
        )
        allowed = (
            Group(title, tuple(line for line in lines if controls.is_allowed(model, line.message)))
            for title, lines in parts
        )
        return tuple(group for group in allowed if group.entries)

    def entries(self, model: Model) -> tuple[Entry, ...]:
        return tuple(line for group in self.groups(model) for line in group.entries)

    def widget(self, kit: Kit, model: Model) -> Widget:
        """Return the groups: three beside each other, on a high screen in two columns."""
        chosen = None if self.ringed(model) is None else self.pointed_at(model)
        return Widget(lambda area: _groups(kit, area, model, self.groups(model), chosen))

    def commands(self, model: Model) -> Iterator[Command]:
        yield from super().commands(model)
        yield tap("Back", Next(), UNDO, RA)
        yield key("right", do(Menu.move_beside, 1))
        yield key("left", do(Menu.move_beside, -1))

    def move_beside(self, model: Model, steps: int) -> Update:
        """Point at the same place of the group so many further on, which stands beside it."""
        sizes = [len(group.entries) for group in self.groups(model)]
        firsts = [0, *accumulate(sizes)]
        row = self.pointed(model)
        group = bisect_right(firsts, row) - 1
        beside = (group + steps) % len(sizes)
        place = min(row - firsts[group], sizes[beside] - 1)
        return replace(model, page=replace(self, row=firsts[beside] + place)), ()

    def prompt(self, model: Model) -> Prompt:
        return Prompt(mark("Menu") if model.session.timeline is None else mark("Pause"))


THEMES = {
    "night": mark("Colours: night"),
    "papyrus": mark("Colours: papyrus"),
    "contrast": mark("Colours: high contrast"),
}

_SIZES = {
    TextSize.NORMAL: mark("Text size: normal"),
    TextSize.LARGE: mark("Text size: large"),
    TextSize.LARGER: mark("Text size: larger"),
    TextSize.PRINT: mark("Text size: large print"),
}

_SOUNDS = {
    Loudness.NORMAL: mark("Sound: on"),
    Loudness.NIGHT: mark("Sound: quiet, for the night"),
    Loudness.OFF: mark("Sound: off"),
}

_CLOCKS = {True: mark("Playing time: on"), False: mark("Playing time: off")}

_VOICES = {True: mark("Spoken announcements: on"), False: mark("Spoken announcements: off")}


def _of_the_game(model: Model) -> Iterator[Entry]:
    if model.session.timeline is None:
        return
    yield Entry("History", Open(Route.HISTORY), "ui_list")
    if model.game.stage is Phase.OVER:
        yield Entry("Result", Open(Route.FINALE), "ui_crown")
    if registry.found(Route.WORTH, model) is not None:
        yield Entry("If the epoch ended now", Open(Route.WORTH), "ui_star")
    yield Entry("Fix the table on screen", Open(Route.FIX), "ui_wrench")
    if model.game.stage is not Phase.OVER:
        yield Entry("People and computer players", Open(Route.SEATS), "ui_seat")
    for offer in level_lines(model):
        yield Entry(offer.label, offer.message, "ui_less")
    if model.preferences.kiosk:
        yield Entry("Start over; this game is saved", Restart(), "ui_again")
    if model.game.stage is not Phase.OVER:
        yield Entry("End the game early", Open(Route.END_EARLY), "ui_flag")


def _of_the_evening(model: Model) -> Iterator[Entry]:
    if model.preferences.kiosk:
        yield Entry("Ask for help", Open(Route.HELP), "ui_hand")
    is_idle = model.session.timeline is None
    if is_idle:
        yield Entry("Score sheet", Open(Route.SHEET), "ui_sheet")
        yield Entry("Games played", FindGames(), "ui_clock")
        yield Entry("Statistics", ShowStatistics(), "ui_chart")
    yield Entry("Rules", Open(Route.RULES), "ui_book")
    if model.phones.link:
        yield Entry("Phones", Open(Route.PHONES), "ui_phone")
    yield Entry("Hardware test", OpenBuilderPage(BuilderPage.TEST), "ui_knobs")
    if is_idle:
        yield Entry("Count the pieces", CheckBox(), "ui_box")
    if model.kiosk.sticks:
        yield Entry("Save to a USB stick", Open(Route.STAFF, (StaffList.STICK,)), "ui_stick")
    if not is_guarded(model):
        yield Entry("About", GoTo(About()), "ui_info")


def _leaving(model: Model) -> Iterator[Entry]:
    """Yield the one way to leave: the game first, and where there is none, the program.

    Below it stands what is wrong, if anything is.
    """
    if model.session.timeline is not None:
        yield Entry("Leave; game is saved", Leave(), "ui_leave")
    else:
        yield Entry("Quit", Quit(), "ui_leave")
    if model.screen.troubles:  # last: no other line moves away from under a finger
        yield Entry("Problems", Open(Route.TROUBLES), "ui_warning")


def _seeing(model: Model) -> tuple[Entry, ...]:
    wanted = model.preferences
    size = wanted.text_size
    return (
        Entry("Language", GoTo(Languages.now(model)), "ui_globe"),
        Entry(
            THEMES[wanted.theme],
            SetPreference("theme", stepped(tuple(THEMES), wanted.theme)),
            "ui_moon",
        ),
        Entry(_SIZES[size], SetPreference("text_size", stepped(tuple(_SIZES), size)), "ui_letters"),
        Entry(
            _CLOCKS[wanted.has_clock], SetPreference("has_clock", not wanted.has_clock), "ui_clock"
        ),
    )


def _hearing(model: Model) -> tuple[Entry, ...]:
    loudness, spoken = model.preferences.loudness, model.preferences.is_spoken
    levels = (
        each
        for each in _SOUNDS
        if each is loudness or controls.is_allowed(model, SetPreference("loudness", each))
    )
    lines = (
        Entry(
            _SOUNDS[loudness],
            SetPreference("loudness", stepped(tuple(levels), loudness)),
            "ui_sound",
        ),
        Entry(_VOICES[spoken], SetPreference("is_spoken", not spoken), "ui_voice"),
    )
    if model.session.timeline is None:
        return lines
    return (*lines, Entry("Read the table aloud", ReadTable(), "ui_ear"))


def level_lines(model: Model) -> Iterator[Binding]:
    """Yield each line with its words and what it means; none when the game is over.

    A game of an earlier version in which only points are counted stays one.
    """
    timeline = model.session.timeline
    if timeline is None or timeline.game.stage is Phase.OVER:
        return
    partial_game = timeline.partial_game
    if partial_game is None:
        yield Binding(Enter(SetLevel(Level.LIGHT)), "Enter less: Ra tiles and auctions")
    elif partial_game.level is Level.LIGHT:
        if partial_game.stage is not PartialPhase.TALLY:
            yield Binding(StepUp(), "Enter every tile")
        if (
            partial_game.stage is PartialPhase.TURN
            and registry.found(Route.JOINING, model) is not None
        ):
            yield Binding(Open(Route.JOINING), "Fill in what is unknown")


def _groups(
    kit: Kit, area: Rect, model: Model, groups: Sequence[Group], chosen: Entry | None
) -> Iterator[Piece]:
    across = 2 if kit.is_tall else 3
    gap, pad, title, most = kit.px(18, 6), kit.px(14, 4), kit.px(62, 36), kit.px(78, 56)
    wide = (area.w - gap * (across - 1)) // across - 2 * pad
    lines = {entry: _Line(kit, model, entry) for group in groups for entry in group.entries}
    room = area.h - 2 * pad

    def least(cell: Widget) -> int:
        return cell.px or cell.needs(wide)

    def columns(px: int) -> tuple[Sequence[Widget], ...]:
        """Return what stands in each column, all lines in letters of this height."""
        cells = []
        for group in groups:
            said = kit.large(kit.say(group.title), title * 8 // 10, STRONG, kit.theme.gold)
            has_title = group is not groups[-1]
            cells.append([kit.pad(said, kit.px(8), 0).fixed(title)] if has_title else [])
            cells[-1] += [
                lines[entry].widget(px, wide, is_chosen=entry == chosen) for entry in group.entries
            ]
        return tuple(_columns(cells, least, across, room))

    def is_tidy(parts: Sequence[Sequence[Widget]]) -> bool:
        """Whether all has room and, unless letters are wanted large, each column has its title."""
        begins = kit.is_tall or kit.ui.text_scale > 1 or all(part[0].px for part in parts)
        return begins and all(sum(map(least, part)) <= room for part in parts)

    most_px = min(line.fitting_px(wide) for line in lines.values())
    parts = columns(most_px)
    for px in range(most_px - 1, kit.ui.least_px - 1, -1):
        if is_tidy(parts):
            break
        parts = columns(px)
    more = min(max(0, room - sum(map(least, part))) // max(1, len(part)) for part in parts)
    panels = []
    for part in parts:
        highs = (cell.px or max(least(cell), min(most, least(cell) + more)) for cell in part)
        column = (
            (_parted(kit, cell) if place and not cell.px else cell).fixed(high)
            for place, (cell, high) in enumerate(zip(part, highs, strict=True))
        )
        panels.append(kit.panel(kit.pad(kit.column(*column, NOTHING), pad), radius=kit.px(16, 10)))
    yield from kit.row(*panels, gap=gap).draw(area)


def _columns(
    groups: Sequence[Sequence[Widget]], high: Callable[[Widget], int], across: int, room: int
) -> Iterator[Sequence[Widget]]:
    """Yield titles and lines in columns: a group each if they have room, else flowing on."""
    *titled, last = groups
    parts = [*titled[:-1], [*titled[-1], *last]]
    if len(parts) <= across and all(sum(map(high, part)) <= room for part in parts):
        yield from parts
        return
    cells, begin = [each for part in parts for each in part], 0
    so_far = [0, *accumulate(map(high, cells))]
    most = room if so_far[-1] <= across * room else so_far[-1]
    for column in range(1, across):
        end = bisect_left(so_far, so_far[-1] * column / across)
        end = min(end, bisect_right(so_far, so_far[begin] + most) - 1)
        end -= cells[end - 1].px is not None  # no title stands at the foot
        yield cells[begin:end]
        begin = end
    yield cells[begin:]


def _parted(kit: Kit, line: Widget) -> Widget:
    """Return a line under a thin rule: what takes two lines is not read on with the next."""

    def rule(spot: Rect) -> Iterator[Piece]:
        thin = spot.inset(kit.px(14, 6), 0)._replace(y=spot.y - 1, h=max(1, kit.px(1.5)))
        yield Box(thin, kit.theme.line, opacity=0.6)

    return kit.layers(Widget(rule), line)


class _Line:
    """A line of the menu: its picture, what it does, and how it is now."""

    def __init__(self, kit: Kit, model: Model, entry: Entry) -> None:
        self.kit, self.entry = kit, entry
        words, said = kit.ui.canvas.words, kit.say(entry.label)
        what, colon, value = said.partition(words.state("", "").strip())
        has_value = bool(colon) and ": " in entry.label
        self.label, self.value = (what.strip(), value.strip()) if has_value else (said, "")
        if entry.value:
            self.value = kit.say(entry.value)
        elif entry.label == "Language":
            self.value = own_name(model.preferences.language)
        self.whole = words.state(self.label, self.value) if self.value else said
        self.pad, self.side = kit.px(14, 6), kit.px(32, 26)

    def fitting_px(self, wide: int) -> int:
        ui, room = self.kit.ui, wide - 3 * self.pad - self.side
        fitting = ui.canvas.type.fitting_px
        most = max(ui.px(33, 22), ui.least_px)
        least = min(most, round(ui.least_px * ui.text_scale))
        for word in self.whole.split():  # which is not broken
            least = fitting(word, room, least, ui.least_px, Weight.BOLD)
        return fitting(f"{self.label}  {self.value}", room, most, least, Weight.BOLD)

    def widget(self, px: int, wide: int, *, is_chosen: bool) -> Widget:
        kit, theme, measures = self.kit, self.kit.theme, self.kit.ui.canvas.type
        colour = theme.bad if self.entry.icon == "ui_leave" else theme.gold
        icon = kit.picture(self.entry.icon, theme.ink if is_chosen else colour).fixed(self.side)
        room, small = wide - 3 * self.pad - self.side, max(kit.ui.least_px, px * 9 // 11)
        value = measures.width(self.value, small, Weight.MEDIUM) + self.pad
        if self.value and measures.width(self.label, px, Weight.BOLD) + value <= room:
            shown = kit.large(self.value, small, _RIGHT, theme.ink_second).fixed(round(value))
            words = kit.row(kit.large(self.label, px, least=px), shown)
        else:
            words = kit.large(self.whole, px, least=px)
            words = kit.pad(words, 0, 2)  # letters stay off the ring
        line = kit.pad(kit.row(icon, words, gap=self.pad), self.pad, 0)
        if is_chosen:
            ground = Widget(lambda spot: (Box(spot, theme.panel_active, radius=kit.px(12, 8)),))
            line = kit.layers(ground, line)
        return kit.pressed(line, self.entry.message, is_pointed=is_chosen)


_RIGHT = TextStyle(Weight.MEDIUM, Align.RIGHT)


class About(ReadPage, frozen=True):
    """Version, licences, and that the publisher did not make this."""

    is_beside_the_game: ClassVar[bool] = True

    asks: ClassVar[str] = mark("About")

    def title(self, ui: Ui, model: Model) -> str:
        return f"Ra Companion {ui.canvas.version}".strip()

    def widget(self, kit: Kit, model: Model) -> Widget:
        sign = Widget(lambda area: boat(kit.ui, middle(area, area.h * 8 // 5, area.h)))
        paragraphs = (
            kit.say("An unofficial companion for playing Reiner Knizia's Ra."),
            kit.say("Not affiliated with the author or publishers of the game."),
            kit.say("Program: MIT License. Type: M PLUS 1p, SIL Open Font License 1.1."),
            kit.say("Graphics and sounds were made for this program."),
        )
        sign = kit.middle(sign, high=kit.px(230, 130))
        return kit.column(sign, kit.lines(*map(kit.text, paragraphs)))


class Troubles(ReadPage, frozen=True):
    """Everything that is wrong now, in full: the status bar has room for one thing only."""

    asks: ClassVar[str] = mark("Problems")

    def validated(self, model: Model) -> Page | None:
        return self if model.screen.troubles else None

    def next_page(self, model: Model) -> Update | None:
        """Lead back; what had only to be read is over then, unless guests are alone."""
        left = replace(model, page=home(model))
        if is_guarded(model):
            return left, ()
        kept = tuple(each for each in model.screen.troubles if each.note not in READ_ONCE)
        return left.with_screen(troubles=kept), ()

    def widget(self, kit: Kit, model: Model) -> Widget:
        troubles = in_order(model.screen.troubles)
        lines = [kit.text(said(kit.ui, each.note.value, each.facts)) for each in troubles]

        def draw(area: Rect) -> Iterable[Piece]:
            parts = (each.share(each.needs(area.w)) for each in lines)
            return kit.column(*parts, gap=kit.px(8)).draw(area)

        return kit.pad(Widget(draw), kit.px(8)) if lines else NOTHING


class Languages(ListPage, frozen=True):
    """A line for each language that is offered; what is chosen is read at once."""

    is_beside_the_game: ClassVar[bool] = True

    asks: ClassVar[str] = mark("Language")

    @classmethod
    def now(cls, model: Model) -> Languages:
        """Return the page pointing at the language of the table, if it is offered."""
        return cls(row=max(0, _place(model)))

    def entries(self, model: Model) -> tuple[Entry, ...]:
        now = _place(model)
        lines = [
            Entry(own_name(language), NextLanguage(place - now), "ui_globe")
            for place, language in enumerate(model.kiosk.offered)
        ]
        return (*lines, Entry("Back", Next(), "ui_back"))

    def update(self, model: Model, message: Message) -> Update | None:
        """Point at the language that is chosen, also where a finger chose it."""
        if not isinstance(message, NextLanguage):
            return None
        offered = model.kiosk.offered
        row = (_place(model) + message.steps) % len(offered)
        return replace(model, page=replace(self, row=row)), (LoadLanguage(offered[row]),)

    def next_page(self, model: Model) -> Update:
        return back_to_menu(model)


def _place(model: Model) -> int:
    """Return where the language of the table is among those; just before them if it is not."""
    now, offered = model.preferences.language, model.kiosk.offered
    return offered.index(now) if now in offered else -1


class Seats(PointingPage, frozen=True):
    """A line for each seat: who plays it."""

    def number(self, model: Model) -> int:
        return len(model.game.setup.players)

    def commands(self, model: Model) -> Iterator[Command]:
        change = _following(model, self.pointed(model))
        yield tap("Change", change, OK, DIAL, lit=not is_partial(model))
        yield tap("Back", Next(), UNDO, RA)
        yield turning("Choose")

    def prompt(self, model: Model) -> Prompt:
        if is_partial(model):
            return Prompt(Notes.TABLE_PLAYS_FULL.value)
        return Prompt("People and computer players")

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        seat = Seat(self.pointed(model))
        by = who_plays(machine_strength(model, seat), words)
        yield words.state(model.game.setup.players[seat], by)

    def widget(self, kit: Kit, model: Model) -> Widget:
        seats = [self._seat(kit, model, seat) for seat in model.game.setup.seats]
        gap, high = kit.px(12, 6), max(TOUCH_PX, kit.px(84, 56))
        return kit.middle(kit.column(*seats, gap=gap), high=len(seats) * (high + gap) - gap)

    def _seat(self, kit: Kit, model: Model, seat: Seat) -> Widget:
        button, radius = model.session.buttons[seat], kit.px(14, 10)
        colour = kit.theme.buttons[button]
        tag = NameTag(model.game.setup.players[seat], button)
        name = kit.signed_name(tag, kit.ui.em(Size.SCORE))
        head = kit.box(name, fill=colour, radius=radius)
        said = who_plays(machine_strength(model, seat), kit.ui.canvas.words)
        value = kit.pad(kit.text(said, Size.SCORE), kit.px(6))
        line = kit.box(
            kit.row(head.share(2), value.share(3)),
            fill=kit.theme.panel_active if seat == self.row else kit.theme.panel,
            border=colour,
            px=max(2, kit.px(3)),
            radius=radius,
        )
        return kit.pressed(line, _following(model, seat), is_pointed=seat == self.row)

    def validated(self, model: Model) -> Page | None:
        if model.session.timeline is None or model.game.stage is Phase.OVER:
            return None
        return super().validated(model)


def _following(model: Model, seat: int) -> HandOver:
    """Return what lets the next of those who can play a seat do so."""
    now = machine_strength(model, Seat(seat))
    known = now if now in WHO_PLAYS else Strength.QUICK
    return HandOver(Seat(seat), stepped(WHO_PLAYS, known))
