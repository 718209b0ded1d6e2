"""Who plays: a card for every button, in the order of their places at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.core.bindings import PLAYER_CONTROLS, Binding, Bindings, Prompt
from companion.core.effects import (
    Deal,
    Dispatch,
    OpenBook,
    ResumeGame,
    Update,
    refused,
    saying,
)
from companion.core.messages import (
    Agree,
    Begin,
    Dealt,
    Enter,
    GoOn,
    GoTo,
    Join,
    Leave,
    Message,
    NextName,
    Rematch,
    Remembered,
    Resumed,
    SetGroup,
    TypeName,
)
from companion.core.model import BUTTONS, Agreement, Guest, Model, called, without_questions
from companion.core.names import after_typing, visible
from companion.core.naming import all_called, choosable, names_apart
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.i18n import mark
from companion.pages import keyboard, new_game, partial, reference, scoring
from companion.pages import table as table_pages
from companion.pages.bindings import controls
from companion.pages.navigation import FEWEST_PLAYERS
from companion.pages.new_game.welcome import Welcome, joins
from companion.pages.page_view import asked, frame, heading, keycaps, note, what_can_be_done
from companion.rules.actions import Level
from companion.rules.editions import Setup, Split, setup, sun_groups
from companion.rules.model import Phase
from companion.rules.records.shapes import SetLevel
from companion.rules.records.timeline import begin
from companion.ui.layout import columns, left_part, rows, square, without_left
from companion.ui.pieces import EARLIER, LATER, Sign, badge, emblem, focus_ring, shining
from companion.ui.scene import Align, Box, Rect, Target, Weight
from companion.ui.style import CENTRED, STRONG, TOUCH_PX, Piece, Shape, Size, Style, TextStyle
from companion.ui.theme import ON_BUTTON


class Seating(Page, frozen=True):
    """Players join; the next press of Ra begins."""

    guests: tuple[Guest, ...]
    """In the order of their buttons, which is clockwise."""
    editing: int | None = None
    """Whose name is being typed, as a place in ``guests``."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        return bindings(model, self)

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return prompt(model, self)

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is on the page."""
        return seating(look, model, self)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return seating_keys(model)

    def turn(self, model: Model, steps: int) -> Update:
        """Move along what the page offers."""
        return turned(model, self, steps)

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        return self if model.timeline is None else None

    def help(self, model: Model) -> reference.Card | None:
        """Return the rules card of the moment."""
        return reference.rules_card.of_seating(model, self)


def bindings(_: Model, page: Seating) -> Bindings:
    enough = len(page.guests) > 1
    taps = {
        **joins(),
        "ra": Binding(Begin(), "Begin", is_lit=enough),
        "ok": Binding(GoTo(new_game.OptionsPage(page.guests)), "Options", is_lit=enough),
        "undo": Binding(Leave(), "Back"),
    }
    holds = {"ra": Binding(partial.BeginUnderWay(), "Game in progress", is_lit=enough)}
    return Bindings(taps, holds, "" if page.editing is None else mark("Name"))


def prompt(_: Model, page: Seating) -> Prompt:
    if len(page.guests) < 2:  # noqa: PLR2004 - two is what the sentence says
        return Prompt("Who else plays? Press your button")
    return Prompt("Everybody here? Ra begins the game")


def join(model: Model, message: Join) -> Update:
    """Seat the owner of a button, or let them go again."""
    page = model.page
    if not isinstance(page, Welcome | Seating):
        return model, ()
    here = page.guests if isinstance(page, Seating) else ()
    if any(guest.button == message.button for guest in here):
        staying = tuple(guest for guest in here if guest.button != message.button)
        return replace(model, page=Seating(staying) if staying else Welcome()), ()
    seated = tuple(sorted((*here, Guest(message.button)), key=lambda guest: guest.button))
    place = [guest.button for guest in seated].index(message.button)
    return replace(model, page=Seating(seated, place)), ()


def _renamed(page: Seating, place: int, name: str) -> Seating:
    guest = replace(page.guests[place], name=name)
    return Seating((*page.guests[:place], guest, *page.guests[place + 1 :]), place)


def type_name(model: Model, message: TypeName) -> Update:
    """Type into the name of whoever joined last, or of whom the page points at."""
    page = model.page
    if not isinstance(page, Seating) or page.editing is None:
        return model, ()
    name = after_typing(page.guests[page.editing].name, message.text)
    return replace(model, page=_renamed(page, page.editing, name)), ()


def next_name(model: Model, message: NextName) -> Update:
    """Give a guest another of the names used before; none of them comes first."""
    page = model.page
    if not isinstance(page, Seating):
        return model, ()
    buttons = [guest.button for guest in page.guests]
    if message.button not in buttons:
        return model, ()
    place = buttons.index(message.button)
    taken = {guest.name for guest in page.guests} - {page.guests[place].name}
    names = ("", *(name for name in model.known_names if name not in taken))
    now = names.index(page.guests[place].name) if page.guests[place].name in names else 0
    name = names[(now + message.steps) % len(names)]
    return replace(model, page=_renamed(page, place, name)), ()


def agree(model: Model, message: Agree) -> Update:
    """Take over what was agreed."""
    return replace(model, agreement=message.agreement), ()


def set_group(model: Model, message: SetGroup) -> Update:
    """Step a guest to the next group of suns in the rulebook's table."""
    page = model.page
    if not isinstance(page, new_game.Dealing) or message.place >= len(page.groups):
        return model, ()
    groups = list(page.groups)
    groups[message.place] = (groups[message.place] + 1) % len(groups)
    return replace(model, page=new_game.Dealing(page.guests, tuple(groups))), ()


def begin_game(model: Model, _: Begin) -> Update:
    """Begin with those who have joined: deal, or ask who has which suns."""
    page = model.page
    if isinstance(page, new_game.Dealing):
        return _begin_dealt_by_hand(model, page)
    if not isinstance(page, Seating | new_game.OptionsPage):
        return model, ()
    if len(page.guests) < FEWEST_PLAYERS:
        return refused(model, Notice(Notes.NEEDS_TWO))
    if model.agreement.dealt_by_hand:
        order = tuple(range(len(page.guests)))
        return replace(model, page=new_game.Dealing(page.guests, order)), ()
    return model, (_deal(model, page.guests),)


def _deal(model: Model, who: tuple[Guest, ...]) -> Deal:
    return Deal(who, names_apart(who, model), new_game.fitting(model.agreement, len(who)))


def _begin_dealt_by_hand(model: Model, page: new_game.Dealing) -> Update:
    if len(set(page.groups)) < len(page.groups):
        return refused(model, Notice(Notes.SUNS_TWICE))
    agreement = new_game.fitting(model.agreement, len(page.guests))
    split = agreement.options.two_player_split or Split.RAZZIA
    table = sun_groups(len(page.guests), split)
    options = replace(agreement.options, suns=tuple(table[group] for group in page.groups))
    names = names_apart(page.guests, model)
    return dealt(model, Dealt(setup(names, options), page.guests, agreement))


def rematch(model: Model, _: Rematch) -> Update:
    """Deal again for the same people, unless they are still playing."""
    who = model.last_guests
    is_free = model.timeline is None or model.game.stage is Phase.OVER
    return (model, (_deal(model, who),)) if who and is_free else (model, ())


def dealt(model: Model, message: Dealt) -> Update:
    """Bring a new game to the table, entered at the level that was agreed."""
    level = message.agreement.level
    after, effects = brought(model, message.setup, message.guests, message.agreement)
    if level is Level.FULL:
        return after, effects
    return after, (*effects, Dispatch(Enter(SetLevel(level))))


def brought(
    model: Model, game_setup: Setup, guests: tuple[Guest, ...], agreement: Agreement
) -> Update:
    """Bring a game to the table in which nothing has happened."""
    timeline = begin(game_setup)
    names = tuple(guest.name for guest in guests if visible(guest.name))
    known = tuple(dict.fromkeys((*names, *model.known_names)))
    at_table = replace(
        without_questions(model),
        page=table_pages.Table(),
        timeline=timeline,
        buttons=tuple(guest.button for guest in guests),
        agreement=agreement,
        last_guests=guests,
        known_names=known,
        acted_at=model.now,
        said=None,
        rejected=(),
    )
    return at_table, (OpenBook(timeline, guests, agreement),)


def go_on(model: Model, _: GoOn) -> Update:
    """Bring the game back that was left last."""
    return (model, (ResumeGame(),)) if model.kept and model.timeline is None else (model, ())


def remembered(model: Model, message: Remembered) -> Update:
    """Know who was here before; who sits at the table now is not forgotten for it."""
    names = tuple(dict.fromkeys((*model.known_names, *message.known_names)))
    known = choosable(names, model)
    guests = model.last_guests or message.last_guests
    kept = model.kept or message.kept
    return replace(model, known_names=known, last_guests=guests, kept=kept), ()


def resumed(model: Model, message: Resumed) -> Update:
    """Bring a kept game back to the table."""
    over = message.timeline.game.stage is Phase.OVER
    page = scoring.Finale(len(message.guests)) if over else table_pages.page_after(message.timeline)
    buttons = tuple(guest.button for guest in message.guests)
    back = replace(
        without_questions(model),
        page=page,
        timeline=all_called(message.timeline, buttons, model),
        buttons=buttons,
        agreement=replace(message.agreement, level=model.agreement.level),
        last_guests=message.guests,
        kept=False,
        said=None,
        rejected=message.rejected,
    )
    for notice in message.notices:
        back = saying(back, notice)
    return back, ()


def seating(look: Style, model: Model, page: Seating) -> Iterator[Piece]:
    """Yield the cards of those who have joined, and the buttons that are still free."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    tall = look.shape is Shape.TALL
    foot = look.px(52) if tall else look.either(40, 30)
    cards = Rect(where.body.x, where.body.y, where.body.w, where.body.h - foot)
    caps = keycaps(look, model)
    places = (rows if tall else columns)(cards, BUTTONS, look.either(14, 8))
    for button, spot in enumerate(places):
        place = next((at for at, guest in enumerate(page.guests) if guest.button == button), None)
        if place is None:
            yield from _free(look, spot, button)
        else:
            yield from _taken(look, spot, model, page, place)
        yield from _key(look, spot, caps.get(Join(button), ""))
    below = Rect(where.body.x, cards.y + cards.h, where.body.w, foot)
    yield from note(look, below, _hint(look, page))
    yield from what_can_be_done(look, where.dock, model, PLAYER_CONTROLS)


def _key(look: Style, rect: Rect, key: str) -> Iterator[Piece]:
    """Yield the key that stands for a button, at the upper right of its card."""
    if key:
        side = look.either(36, 28)
        spot = Rect(rect.x + rect.w - side - look.px(8), rect.y + look.px(8), side, side)
        yield from badge(look, spot, Sign("", key))


def _hint(look: Style, page: Seating) -> str:
    if look.canvas.letters and page.editing is not None:
        return look.say("Type a name")
    return look.say("Clockwise round the table, in this order")


def _parts(look: Style, rect: Rect) -> tuple[Rect, Rect, Rect]:
    """Return where a card has its emblem, its name, and what is below the name."""
    if look.shape is Shape.TALL:
        upper, lower = rows(without_left(rect, rect.h), 2, 0)
        return left_part(rect, rect.h), upper, lower
    upper, lower = rows(rect, 2, 0)
    name, below = rows(lower, 2, 0)
    return upper, name, below


def _free(look: Style, rect: Rect, button: int) -> Iterator[Piece]:
    """Yield a card that nobody has."""
    theme = look.theme
    yield Box(rect, theme.lane, border=theme.line, border_px=max(1, look.px(2)),
              radius=look.either(14, 10))  # fmt: skip
    sign, name, _ = _parts(look, rect)
    yield from shining(look, square(sign, min(sign.w, sign.h) * 45 // 100), button, look.faint(0.5))
    yield look.line(name.inset(look.px(6)), look.say("free"), Size.LABEL, theme.ink_third,
                    TextStyle(Weight.MEDIUM, Align.CENTRE))  # fmt: skip
    yield Target(rect, Join(button))


def _taken(look: Style, rect: Rect, model: Model, page: Seating, place: int) -> Iterator[Piece]:
    """Yield the card of a guest: emblem, name, place at the table."""
    guest = page.guests[place]
    radius = look.either(14, 10)
    yield Box(rect, look.theme.buttons[guest.button], radius=radius)
    yield Target(rect, Join(guest.button))
    sign, name, below = _parts(look, rect)
    yield emblem(square(sign, min(sign.w, sign.h) * 6 // 10), guest.button)
    number = Rect(rect.x + look.px(10), rect.y + look.px(8), look.px(40), look.px(32))
    yield look.line(number, str(place + 1), Size.NAME, ON_BUTTON, STRONG)
    yield from _name(look, name, model, guest, is_edited=page.editing == place)
    if model.known_names:
        yield from _arrows(look, below, guest.button)
    if page.editing == place:
        yield focus_ring(look, rect, radius)


def _name(
    look: Style, rect: Rect, model: Model, guest: Guest, *, is_edited: bool
) -> Iterator[Piece]:
    """Yield the name, or the colour's in small letters as long as there is none."""
    room = rect.inset(look.px(8))
    if visible(guest.name):
        yield look.line(
            room, guest.name, Size.SCORE, ON_BUTTON, TextStyle(Weight.EXTRA, Align.CENTRE)
        )
    else:
        yield look.line(
            room,
            model.colour_names[guest.button],
            Size.SCORE,
            ON_BUTTON,
            CENTRED.faded(look.faint(0.6)),
        )
    if is_edited:
        shown = called(guest, model)
        half = min(room.w, look.width(shown, Size.SCORE, Weight.EXTRA)) // 2
        high = min(room.h, look.em(Size.SCORE))
        left = min(room.x + room.w // 2 + half + look.px(2), rect.x + rect.w - look.px(6))
        yield Box(Rect(left, room.y + (room.h - high) // 2, max(2, look.px(3)), high), ON_BUTTON)


def _arrows(look: Style, rect: Rect, button: int) -> Iterator[Piece]:
    """Yield two keys: an earlier and a later one of the names used before."""
    side = max(TOUCH_PX, min(rect.h - look.px(8), look.px(56)))
    left = Rect(rect.x + look.px(8), rect.y + (rect.h - side) // 2, side, side)
    right = Rect(rect.x + rect.w - look.px(8) - side, left.y, side, side)
    for spot, sign, steps in ((left, EARLIER, -1), (right, LATER, 1)):
        yield Box(
            spot,
            border=ON_BUTTON,
            border_px=max(2, look.px(2)),
            radius=look.either(12, 9),
            opacity=look.faint(0.6),
        )
        yield look.line(spot, sign, Size.TITLE, ON_BUTTON, CENTRED)
        yield Target(spot, NextName(button, steps))


UNDER_WAY_KEY = "f4"
"""Says that the game has begun already; none that types a letter is free."""


def seating_keys(model: Model) -> dict[str, Message]:
    """Return what each key does: letters are typed into a name."""
    now = controls(model)
    back = {"escape": keyboard.tap(now, "undo")} | (keyboard.turns() if now.dial else {})
    under_way = {UNDER_WAY_KEY: now.holds["ra"].message} if "ra" in now.holds else {}
    begin = {"return": keyboard.tap(now, "ra"), "tab": keyboard.tap(now, "ok")}
    return keyboard.players(model) | back | begin | under_way


def turned(model: Model, page: Seating, steps: int) -> Update:
    """Step through the names used before, if somebody's name is being chosen."""
    if page.editing is None:
        return model, ()
    return model, (Dispatch(NextName(page.guests[page.editing].button, steps)),)


_Message = (
    Join
    | TypeName
    | NextName
    | Agree
    | SetGroup
    | Begin
    | Rematch
    | Dealt
    | Resumed
    | GoOn
    | Remembered
)


def update(model: Model, message: _Message) -> Update:  # noqa: C901, PLR0911, PLR0912 - a line each
    """Return what becomes of who plays, and how a game comes to the table."""
    match message:
        case Join():
            return join(model, message)
        case TypeName():
            return type_name(model, message)
        case NextName():
            return next_name(model, message)
        case Agree():
            return agree(model, message)
        case SetGroup():
            return set_group(model, message)
        case Begin():
            return begin_game(model, message)
        case Rematch():
            return rematch(model, message)
        case Dealt():
            return dealt(model, message)
        case Resumed():
            return resumed(model, message)
        case GoOn():
            return go_on(model, message)
        case Remembered():
            return remembered(model, message)
