"""Phones at the table: their seats, and the page with the code.

A free seat is taken at once, a taken one after a yes at the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import DIAL, OK, PLAYER_CONTROLS, RA, UNDO, Command, Prompt, hold, tap
from companion.core.effects import Update, do
from companion.core.messages import MachineMessage, Message, Next
from companion.core.model import LONGEST_NAME, Guest, Model, SeatRequest, after_typing
from companion.core.notices import Notes, Notice
from companion.core.page import Audience, Page
from companion.i18n import Words, mark
from companion.narration.aloud import asked
from companion.pages import registry
from companion.pages.archive.look_back import LookBack
from companion.pages.new_game import dealing, seating
from companion.pages.new_game.seating import POINT
from companion.pages.new_game.welcome import Welcome
from companion.pages.page_view import PHONES, PlainPage
from companion.pages.partial.partial_table import PartialTable
from companion.pages.score_sheet.tally import SheetTally, tallying
from companion.pages.table import auction, settled
from companion.pages.table.table import Table
from companion.rules.model import Phase
from companion.rules.partial import PartialPhase
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.pieces import code
from companion.ui.style import PLAIN, Size
from companion.ui.widgets import NameTag


class PhoneDeed(Message, frozen=True):
    """Somebody did something on their phone."""

    needs_light: ClassVar[bool] = False
    source: ClassVar[str] = "phone"
    """What the journal says of where it comes from."""

    phone: str
    """Which phone; no secret."""
    number: int
    """The number that the phone gave it: sent twice, it is done once."""
    button: int | None
    """Whose button the phone is; None: nobody's."""
    seen: int
    """How many entries the game had on the phone."""
    what: str
    """Which of ``DEEDS``."""
    given: object
    """What was chosen, of the type that ``DEEDS`` names."""


class PhonesLinked(MachineMessage, frozen=True):
    """The address of the process that serves phones; empty: it has gone."""

    link: str = ""
    address: str = ""
    watching: int = 0
    away: frozenset[int] = frozenset()

    def __repr__(self) -> str:
        """Return something without the secret of the link."""
        return f"PhonesLinked(watching={self.watching})"


class PhonesSeated(MachineMessage, frozen=True):
    """The seats of phones before the table was restarted."""

    seated: Mapping[int, str]


class ForgetPhones(MachineMessage, frozen=True):
    """The table is another one: its phones belong to nobody."""


def seated(model: Model) -> tuple[Guest, ...]:
    """Return who sits at the table, also while another page is open."""
    if model.session.timeline is not None:
        people = model.session.last_guests
        names, buttons = model.game.setup.players, model.session.buttons
        if len(people) != len(names):
            people = tuple(Guest(button) for button in buttons)
        return tuple(
            replace(guest, button=button, name=name)
            for guest, button, name in zip(people, buttons, names, strict=True)
        )
    sheet = counting(model)
    if sheet is not None:
        partial_game = sheet.partial_game
        return tuple(Guest(int(seat), partial_game.name(seat)) for seat in partial_game.setup.seats)
    page = _with_guests(model)
    return () if page is None else _guests(page)


def _with_guests(model: Model) -> Page | None:
    """Return the page on which people sit who have not begun, perhaps below another one."""
    pages = model.page, model.screen.seats
    return next((page for page in pages if page is not None and page.is_seating), None)


def is_laid_out(page: Page | None) -> bool:
    """Whether people who have not begun see what lies before them: nobody else sits down now."""
    return isinstance(page, dealing.LayingOut | dealing.Dealing)


def _guests(page: Page) -> tuple[Guest, ...]:
    """Return who sits there; not every such page is loaded with the first picture."""
    guests: tuple[Guest, ...] = getattr(page, "guests", ())
    return guests


def counting(model: Model) -> SheetTally | None:
    """Return what is being counted: for the game on the table, or of a table without one."""
    if model.session.timeline is not None:
        return tallying(model)
    page = model.page if isinstance(model.page, SheetTally) else model.pending.counting
    return page if page is not None and page.is_assistant else None


def is_taken(model: Model, phone: str, button: int) -> bool:
    """Whether somebody sits there and a phone must ask first.

    Nobody does who is only counted, nor before a rematch where a phone sat a game ago, nor where
    the same phone sat until it gave the seat up.
    """
    if model.phones.left.get(button) == phone:
        return False
    is_here = any(guest.button == button for guest in seated(model))
    is_sheet = model.session.timeline is None and isinstance(model.page, SheetTally)
    return is_here and not is_sheet and button not in model.phones.returning


def named(name: str) -> str:
    """Return a name as it could have been typed at the table."""
    return after_typing("", "".join(each for each in name if each.isprintable()))[:LONGEST_NAME]


def sit(model: Model, phone: str, button: int, name: str) -> Update | Notice:
    """Let a phone sit down; where somebody sits already, the table is asked.

    So it is where the phone that sits there shows nothing: it may be lost.
    """
    owner = model.phones.seated.get(button)
    if owner == phone:
        return rename(model, button, name)
    if owner is not None and button not in model.phones.away:
        return Notice(Notes.PHONE_SEAT_TAKEN)
    here = {guest.button: guest for guest in seated(model)}
    if button in here and not here[button].is_person:
        return Notice(Notes.PHONE_NO_SEAT)
    if is_taken(model, phone, button):
        return _asking(model, SeatRequest(phone, button, name))
    if button in here:
        return with_phone(model, phone, button), ()
    page = _joined(model, Guest(button, named(name)))
    if page is None:
        return Notice(Notes.PHONE_NO_SEAT)
    is_asked = isinstance(model.page, PhonesPage) and bool(model.phones.asking)
    is_open = model.page.is_seating or (
        isinstance(model.page, Welcome | PhonesPage) and not is_asked
    )
    after = with_phone(model, phone, button)
    if is_open or model.page.audience is Audience.NOBODY:
        return replace(after, page=page), ()
    return after.with_screen(seats=page), ()


def _can_sit_down(model: Model) -> bool:
    """Whether somebody who is not there yet can still take a seat."""
    if model.session.timeline is not None or counting(model) is not None:
        return False
    return not is_laid_out(_with_guests(model))  # that is for so many as there are


def _joined(model: Model, guest: Guest) -> Page | None:
    """Return the seats with one more guest; None where nobody can sit down now."""
    if not _can_sit_down(model):
        return None
    page = _with_guests(model)
    guests = tuple(sorted((*seated(model), guest), key=lambda each: each.button))
    return seating.Seating(guests) if page is None else replace(page, guests=guests)


def _asking(model: Model, asking: SeatRequest) -> Update | Notice:
    """Let a phone ask for a seat."""
    others = tuple(each for each in model.phones.asking if each.phone != asking.phone)
    if any(each.button == asking.button for each in others):
        return Notice(Notes.PHONE_SEAT_TAKEN)
    return model.with_phones(asking=(*others, asking)), ()


def ask(before: Model, message: Message, after: Model) -> Update:
    """Keep the question whose phone it is open until it is answered or withdrawn.

    Phones play on below it, as they do below the code; it waits while something is decided.
    """
    if after.phones.returning and dealt(after) is None:
        after = after.with_phones(returning=frozenset())
    is_asked = bool(after.phones.asking and after.phones.link)
    is_code = isinstance(before.page, PhonesPage) and not before.phones.asking
    is_played = isinstance(message, PhoneDeed) and after.session.timeline is not None
    if (is_asked or (is_code and is_played)) and _may_ask(after):
        return replace(after, page=PhonesPage()), ()
    if before.phones.asking and not is_asked and isinstance(after.page, PhonesPage):
        return replace(after, page=registry.home(after)), ()
    return after, ()


def dealt(model: Model) -> dealing.Dealing | None:
    """Return the suns that lie before people who have not begun, perhaps below the code."""
    is_begun = model.session.timeline is not None
    pages = () if is_begun else (model.page, model.screen.seats)
    return next((page for page in pages if isinstance(page, dealing.Dealing)), None)


def forget(model: Model) -> Model:
    """Return the model without phones: the game is another one.

    Before a rematch those who come again to seats that had a phone need no yes.
    """
    returning = frozenset(model.phones.seated if dealt(model) else ())
    return model.with_phones(seated={}, left={}, asking=(), last=None, returning=returning)


def beneath(model: Model) -> Model:
    """Return the model without the code that lies over a game: phones play on below it.

    So is what was opened from the result, which stays on phones.
    """
    if isinstance(model.page, LookBack) and model.page.back.is_reveal:
        return replace(model, page=model.page.back)
    if model.session.timeline is None or not isinstance(model.page, PhonesPage):
        return model
    return replace(model, page=registry.home(model))


def _may_ask(model: Model) -> bool:
    """Whether a table is open at which nothing is being decided, or only by whom is asked about."""
    page, timeline = model.page, model.session.timeline
    if timeline is None:
        return page.is_seating
    if not isinstance(page, Table | PartialTable) or page.pick is not None:
        return False
    if timeline.partial_game is not None:
        return timeline.partial_game.stage is PartialPhase.TURN
    is_quiet = isinstance(timeline.game.stage, Phase) and not settled.has_result(model)
    return is_quiet or _is_awaited(model)


def _is_awaited(model: Model) -> bool:
    """Whether the game waits for somebody whose phone asks for their seat."""
    now = auction.auction_now(model)
    seat = now.asked[0] if now is not None and now.asked else model.game.active
    return any(each.button == model.session.buttons[seat] for each in model.phones.asking)


def with_phone(model: Model, phone: str, button: int) -> Model:
    """Return the model in which this phone is the panel of a seat, and of no other one."""
    after = _without(model, phone)
    asking = tuple(each for each in after.phones.asking if each.button != button)
    left = {at: each for at, each in after.phones.left.items() if at != button}
    return after.with_phones(
        seated={**after.phones.seated, button: phone}, asking=asking, left=left
    )


def stand(model: Model, phone: str) -> Update:
    """Let a phone belong to nobody, and ask for no seat; who sits there stays."""
    own = {at: each for at, each in model.phones.seated.items() if each == phone}
    after = _without(model, phone)
    return after.with_phones(left={**after.phones.left, **own}), ()


def _without(model: Model, phone: str) -> Model:
    """Return the model in which this phone has no seat, and asks for none."""
    seated = {at: each for at, each in model.phones.seated.items() if each != phone}
    asking = tuple(each for each in model.phones.asking if each.phone != phone)
    return model.with_phones(seated=seated, asking=asking)


def rename(model: Model, button: int, name: str) -> Update | Notice:
    """Give the owner of a button another name, as long as the game has not begun."""
    page = _with_guests(model)
    if page is None or is_laid_out(page) or model.session.timeline is not None:
        return Notice(Notes.PHONE_NO_SEAT)
    after = replace(
        page,
        guests=tuple(
            replace(guest, name=named(name)) if guest.button == button else guest
            for guest in _guests(page)
        ),
    )
    if page is model.page:
        return replace(model, page=after), ()
    return model.with_screen(seats=after), ()


def present(model: Model) -> Model:
    """Return the model without phones of seats that nobody has any more."""
    here = {guest.button for guest in seated(model) if guest.is_person}
    kept = {button: phone for button, phone in model.phones.seated.items() if button in here}
    if len(kept) == len(model.phones.seated):
        return model
    return model.with_phones(seated=kept)


class PhonesPage(PlainPage, frozen=True):
    """The code, the address, and every seat; a phone that asks for one is answered first."""

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: a phone that asks is let in by the seat's own button, or OK."""
        asking = model.phones.asking
        if not asking:
            yield tap("Back", Next(), OK, UNDO, DIAL)
            if model.phones.seated or model.phones.watching:
                yield hold("Remove all phones", do(PhonesPage.forget_all), RA, keys="f9")
            return
        for each in asking:
            yield tap("Yes", do(PhonesPage.allow, each.button), PLAYER_CONTROLS[each.button])
        yield tap("Yes", do(PhonesPage.allow, asking[0].button), OK)
        yield tap("No", do(PhonesPage.refuse, asking[0].button), UNDO, keys="escape")

    def allow(self, model: Model, button: int) -> Update:
        """Give the seat to the phone that asks for it, and its owner's name to who has none."""
        asking = next((each for each in model.phones.asking if each.button == button), None)
        if asking is None:
            return model, ()
        after = with_phone(model, asking.phone, button)
        is_nameless = any(each.button == button and not each.name for each in seated(after))
        renamed = rename(after, button, asking.name) if is_nameless else None
        return (after, ()) if renamed is None or isinstance(renamed, Notice) else renamed

    def refuse(self, model: Model, button: int) -> Update:
        """Leave the seat without the phone that asks for it."""
        asking = tuple(each for each in model.phones.asking if each.button != button)
        return model.with_phones(asking=asking), ()

    def forget_all(self, model: Model) -> Update:
        """Let no phone have a seat any more: all need the new code."""
        times = model.phones.forgotten + 1
        return model.with_phones(seated={}, left={}, asking=(), last=None, forgotten=times), ()

    def prompt(self, model: Model) -> Prompt:
        if not model.phones.link:
            return Prompt(PHONES[False])
        if not model.phones.asking:
            return Prompt(POINT)
        button = model.phones.asking[0].button
        return Prompt(_WHOSE, {"player": name_of(model, button)})

    def said_aloud(self, model: Model, words: Words) -> Iterator[str]:
        yield asked(self.prompt(model), words)
        if here := seated(model):
            names = words.list(name_of(model, guest.button) for guest in here)
            yield words.say("Here: {names}", names=names)

    def widget(self, kit: Kit, model: Model) -> Widget:
        """Return the code beside the seats, or above them on a tall screen."""
        if not model.phones.link:
            return kit.text(kit.say(_OFF), Size.SCORE)
        seen, seats = _code(kit, model), _seats(kit, model)
        return kit.turned(seen.share(3 if kit.is_tall else 2), seats.share(2), gap=kit.px(24, 12))


_OFF = mark(
    "Phones are off: set phones.enabled in the settings, then sudo systemctl enable --now"
    " ra-companion-phones"
)

_WHOSE = mark("Is this {player}'s phone?")


def name_of(model: Model, button: int) -> str:
    """Return what the owner of a button is called."""
    here = (guest.name for guest in seated(model) if guest.button == button)
    return next(here, "") or model.preferences.colour_names[button]


def _code(kit: Kit, model: Model) -> Widget:
    """Return the code as large as it fits, and below it the address for people who type."""
    sign = Widget(lambda area: (code(kit.ui, area, model.phones.link),))
    here = len(model.phones.seated) + model.phones.watching
    address = kit.line(model.phones.address, Size.NAME, colour=kit.theme.gold)
    number = kit.line(kit.say("Phones here: {number}", number=here))
    return kit.column(sign, address.fixed(kit.px(48, 30)), number.fixed(kit.px(48, 30)))


def _seats(kit: Kit, model: Model) -> Widget:
    """Return a row for each seat, free ones only while they can be taken: whose, and its phone."""
    here = {guest.button for guest in seated(model)}
    is_free = _can_sit_down(model)
    asking = {each.button for each in model.phones.asking}
    rows, high = [], kit.px(110, 64)
    for button, colour in enumerate(kit.theme.buttons):
        if not is_free and button not in here:
            continue
        sign = kit.box(kit.signed_name(NameTag("", button), high * 6 // 10), fill=colour)
        name, phone = NOTHING, NOTHING
        if button in here:
            name = kit.line(name_of(model, button), Size.SCORE, PLAIN)
        if button in here & (asking | model.phones.seated.keys()):
            has_phone = button in model.phones.seated
            phone = kit.picture("ui_phone", kit.theme.gold if has_phone else kit.theme.ink_third)
        words = kit.row(name, kit.pad(phone, 0, kit.px(16, 8)).fixed(kit.px(56, 32)), gap=kit.px(6))
        row = kit.row(sign.fixed(high), kit.pad(words, kit.px(12), 0))
        rows.append(kit.box(row, fill=kit.theme.panel, border=colour, px=max(2, kit.px(3))))
    return kit.middle(kit.column(*rows, gap=kit.px(12, 6)), high=len(rows) * high)
