"""An idle table: the demonstration, and a game that is dimmed and stays saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import OK, RA, UNDO, Command, Entry, reached, tap
from companion.core.effects import Dispatch, Effect, LoadLanguage, Update
from companion.core.kiosk import Idle
from companion.core.messages import GoTo, Leave, Message, Next, NextLanguage, Open, Route, TurnDial
from companion.core.model import Model, for_new_guests, is_guarded, without_game
from companion.core.page import Audience, Page
from companion.i18n import mark
from companion.i18n.languages import own_name
from companion.pages import registry
from companion.pages.kiosk import pin
from companion.pages.kiosk.messages import FindShow
from companion.pages.kiosk.presence import BLACK, DIM
from companion.pages.page_view import TITLE, ListPage, asked, titled
from companion.pages.registry import home
from companion.pages.status_bar import edge_px
from companion.pages.table.bidding import room_for_columns
from companion.pages.table.table import Table
from companion.rules.model import Auction, Game, Phase
from companion.rules.records.timeline import Timeline
from companion.ui.layout import bands, cut_top, middle
from companion.ui.pieces import sky
from companion.ui.scene import Box, Rect, Target
from companion.ui.style import Part, Piece, Size, Ui, assembled, untouched


class Locked(Page, frozen=True):
    """The table is closed until staff open it."""

    audience: ClassVar[Audience] = Audience.NOBODY

    asks: ClassVar[str] = mark("This table is closed. Please ask the staff")

    has_usual_keys: ClassVar[bool] = False
    """Only the sign of the staff means anything."""

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        width, height = ui.canvas.size
        yield sky(ui, round(height * 0.7))
        top = edge_px(ui, model)
        name = Rect(0, top + round(height * 0.2), width, round(height * 0.2))
        name = middle(name, width * 9 // 10, name.h)
        yield ui.line(name, "Ra Companion", Size.DISPLAY, ui.theme.gold, TITLE)
        area = Rect(0, top + round(height * 0.42), width, round(height * 0.2))
        yield from titled(ui, middle(area, width * 9 // 10, area.h), asked(ui, model))


class Attract(Page, frozen=True):
    """Nobody is here: the demonstration plays."""

    audience: ClassVar[Audience] = Audience.NOBODY

    at: int
    """How many actions of the demonstration stand."""
    step_at: float
    """When the last of them was played, in seconds of the monotonic clock."""
    language: str
    """What the table spoke before."""

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done on the first page; Ra and OK lead there if they do nothing."""
        page = registry.page(Route.WELCOME, model)
        yield tap("Start", GoTo(page), RA, OK)
        yield from page.commands(model)

    asks: ClassVar[str] = mark("Press Ra to start")

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        """Yield the demonstration's table and how to begin; every touch leads to the start."""
        show, game = model.kiosk.show, None
        if show is None:
            yield from assembled(registry.page(Route.WELCOME, model).view(ui, model)).items
        else:
            game = show.game_after(self.at)
            yield Part(_played(ui, model, show, self.at).items, ())
        width, height = ui.canvas.size
        band = _band(ui, game)
        yield Box(band, ui.theme.panel_active)
        inner = band.inset(ui.px(16, 12), ui.px(8, 2))
        name, how = cut_top(inner, ui.line_height(Size.LABEL))
        if how.h < ui.em(Size.TITLE):
            how = inner
        else:
            yield ui.line(name, "Ra Companion", Size.LABEL, ui.theme.gold, TITLE)
        begin = ui.say("Touch the screen to start") if ui.canvas.touch else asked(ui, model)
        yield ui.line(how, begin, Size.TITLE, style=TITLE)
        if model.kiosk.is_night:
            yield Box(Rect(0, 0, width, height), BLACK, opacity=DIM)
        yield Target(Rect(0, 0, width, height), Open(Route.WELCOME))


class ResumeQuestion(ListPage, frozen=True):
    """Somebody comes to a table whose game has been kept for a long time."""

    audience: ClassVar[Audience] = Audience.NOBODY

    def entries(self, model: Model) -> tuple[Entry, ...]:
        """Return both answers, and the next language: whoever comes may not read this one."""
        language = following(model, 1)
        other = Entry(own_name(language), NextLanguage(1), "ui_globe")
        return (
            Entry("Continue this game", Next()),
            *([other] if language != model.preferences.language else []),
            Entry("Let others play; this game is kept", Leave()),
        )

    asks: ClassVar[str] = mark("A game was saved. Resume it?")

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield the same, but Undo goes on with the game, whatever is pointed at."""
        yield from super().commands(model)
        first = self.entries(model)[0]
        yield tap(first.label, first.message, UNDO, keys="escape")


ATTRACT_SECONDS = 120.0
"""After this time without input the start page shows the demonstration."""

TURN_SECONDS = 1.0
"""What the dial does so soon after it was turned belongs to the same turn."""

PIN_SECONDS = 30.0
"""After this time without a digit the PIN page closes, so that guests can play."""

OVER_SECONDS = 300.0
"""How long the end of a game is shown."""

DIM_SECONDS = 600.0

KEPT_SECONDS = 2700.0
"""After this time without input a game is dark, and the screen says that it is saved."""

STEP_SECONDS = 2.5
"""How long each action of the demonstration stands."""

LANGUAGE_STEPS = 12
"""Actions after which the demonstration changes to the next language on offer."""


def is_idle(model: Model) -> bool:
    """Whether idling has effects here: at a table in a café, without staff."""
    return is_guarded(model) and not isinstance(model.page, Locked)


def is_asleep(model: Model) -> bool:
    """Whether whatever is pressed wakes the table."""
    return isinstance(model.page, Attract) or model.kiosk.rest is not Idle.AWAKE


def is_waking(model: Model, message: Message) -> bool:
    """Whether the dial is still in the turn that ended the demonstration."""
    return isinstance(message, TurnDial) and model.now < model.kiosk.turning_until


def turned(model: Model) -> Model:
    """Return the model that takes what the dial does next for the same turn."""
    return model.with_kiosk(turning_until=model.now + TURN_SECONDS)


def deadline(model: Model) -> float | None:
    """Return when the table next changes by itself, in monotonic seconds."""
    if not is_idle(model):
        return None
    state, page = model.kiosk, model.page
    if isinstance(page, Attract):
        return page.step_at + STEP_SECONDS
    due = _patience(model)
    return None if due is None else state.active_at + due


def _patience(model: Model) -> float | None:
    """Return after how many idle seconds the table changes; None: never."""
    if isinstance(model.page, pin.Pin):
        return PIN_SECONDS if model.page.purpose is pin.PinPurpose.OPEN else None
    if model.session.timeline is None:
        return ATTRACT_SECONDS
    if model.game.stage is Phase.OVER:
        return OVER_SECONDS
    return {Idle.AWAKE: DIM_SECONDS, Idle.DIM: KEPT_SECONDS, Idle.KEPT: None}[model.kiosk.rest]


def passed(model: Model) -> Update:
    """Do what is due after idling."""
    due = deadline(model)
    if due is None or model.now < due:
        return model, ()
    page = model.page
    if isinstance(page, Attract):
        return played_on(model, page)
    if isinstance(page, pin.Pin):
        return replace(model, page=home(model)), ()
    if model.session.timeline is None:
        return begun(model)
    if model.game.stage is Phase.OVER:
        return model, (Dispatch(Leave(), "clock"),)
    rest = Idle.DIM if model.kiosk.rest is Idle.AWAKE else Idle.KEPT
    if isinstance(page, ResumeQuestion):  # what was half asked is over
        page = home(model)
    return replace(model.with_kiosk(rest=rest), page=page), ()


def begun(model: Model) -> Update:
    """Begin the demonstration; it is loaded the first time it is needed.

    The last guests are forgotten, so that "Press Ra to start" cannot begin their rematch.
    """
    language = model.kiosk.choices.language
    page = Attract(0, model.now, language)
    order: tuple[Effect, ...] = (FindShow(),) if model.kiosk.show is None else ()
    if language != model.preferences.language:
        order = (*order, LoadLanguage(language))
    return replace(for_new_guests(model), page=page), order


def played_on(model: Model, page: Attract) -> Update:
    """Play the next action of the demonstration; now and then in another language."""
    show = model.kiosk.show
    if show is None:
        return replace(model, page=replace(page, step_at=model.now)), ()
    last = len(show.steps) - (show.game.stage is Phase.OVER)
    at = page.at + 1 if page.at < last else 0
    after = replace(model, page=replace(page, at=at, step_at=model.now))
    if at % LANGUAGE_STEPS or not model.kiosk.languages:
        return after, ()
    return after, (LoadLanguage(following(model, 1)),)


def following(model: Model, steps: int) -> str:
    """Return the language so many steps further on, of those that are offered."""
    return reached(model.kiosk.offered, model.preferences.language, steps)


def woken(model: Model, message: Message) -> tuple[Model, tuple[Effect, ...], bool]:
    """Return the model awake, what is to be done for it, and whether what was pressed counts.

    A hand that wakes a game only wants the light back. A tile on the reader lies there all the
    same, and phones are not dark: both count. So does what is pressed on the start page, which
    everybody knows; a turn of the dial would change the language there, so it only ends the
    demonstration.
    """
    page = model.page
    if isinstance(page, Attract):
        preferences = replace(model.preferences, language=page.language)
        is_other = model.preferences.language != page.language
        speak = (LoadLanguage(page.language),) if is_other else ()
        awake = replace(model, page=registry.page(Route.WELCOME, model), preferences=preferences)
        if isinstance(message, TurnDial):
            return turned(awake), speak, False
        return awake, speak, True
    if model.kiosk.rest is Idle.KEPT:
        awake = model.with_kiosk(rest=Idle.AWAKE, active_at=model.now)
        return replace(awake, page=ResumeQuestion()), (), False
    return model.with_kiosk(rest=Idle.AWAKE), (), not message.needs_light


def _band(ui: Ui, game: Game | None) -> Rect:
    """Return the band that says how to begin: in place of the dock, as there is none.

    At an auction it is lower, as suns lie where it usually begins.
    """
    (width, height), where = ui.canvas.size, bands(ui)
    top = where.dock.y
    if game is not None and isinstance(game.stage, Auction):
        area = room_for_columns(ui, where.panels, where.dock)
        top = max(top, area.y + area.h + ui.px(4, 2))
    top -= ui.px(4, 2)
    return Rect(0, top, width, height - top)


def _played(ui: Ui, model: Model, show: Timeline, at: int) -> Part:
    timeline = Timeline(show.start, show.steps[:at])
    players = len(show.start.players)
    own = without_game(model).with_session(timeline=timeline, buttons=tuple(range(players)))
    played = replace(own.with_preferences(has_clock=False), page=Table())
    return assembled(Table().view(untouched(ui), played))
