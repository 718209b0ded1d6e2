"""The pages on which a table is counted: what controls and keys do, and what is asked.

What there is to count is decided in ``counting`` and ``gathering``; here it meets the program.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.core import counting, gathering
from companion.core.asked import Prompt
from companion.core.counting import Counting, Points, Purpose, Reckoned
from companion.core.effects import Again, Effect
from companion.core.gathering import Gathering
from companion.core.guests import may
from companion.core.messages import Enter, GoTo, Message, Next, Push, Turn
from companion.core.mnemonics import SUN_KEYS
from companion.core.model import Menu, Model, Page, Welcome
from companion.core.notices import Notes, Notice
from companion.core.offers import PLAYER_CONTROLS, Controls, Offer
from companion.core.past import KeepSheet, SaveSheet
from companion.core.playing import refused
from companion.core.reckoning import contradictions, sheet_of
from companion.rules.editions import Seat
from companion.rules.ledger import Wait
from companion.rules.model import LAST_EPOCH
from companion.rules.refusal import Refusal
from companion.rules.tiles import Tile
from companion.words import mark

Update = tuple[Model, tuple[Effect, ...]]

PAGES = (Gathering, Counting, Reckoned)
"""The pages of this module."""

SCORE_KEY = "s"
"""On the first page: a table is scored that played without us."""

SAVE_KEY = "s"
"""What was counted is written into a file."""

SKIP_KEY = "x"
"""Nobody knows what this player has; none of the keys of suns."""

PLAYER_KEYS = ("f5", "f6", "f7", "f8", "f9")
"""Each opens a player's page: digits count, and letters are suns."""

_TEN = 10


def score_a_table(model: Model) -> Offer:
    """Return the offer of the first page: to go on counting, or to begin."""
    page = model.counting
    if page is not None and page.purpose is Purpose.ASSISTANT:
        return Offer(GoTo(page), "Score a table", is_silent=True)
    return Offer(GoTo(_gathered(model)), "Score a table", is_silent=True)


def _gathered(model: Model) -> Gathering:
    names = [guest.name for guest in model.last_guests]
    return gathering.gathered(names, model.agreement.options)


def kept(after: Model) -> Model:
    """Return the model that has kept what is being counted, whatever page is opened next."""
    page = after.page
    if not isinstance(page, Counting) or page is after.counting:
        return after
    return replace(after, counting=page)


def tallying(model: Model) -> Counting | None:
    """Return the page for the tally that the running game waits for, as far as it was counted."""
    ledger = None if model.timeline is None else model.timeline.ledger
    if ledger is None or ledger.stage is not Wait.TALLY:
        return None
    page = model.counting
    is_same = page is not None and page.purpose is Purpose.TALLY and page.ledger == ledger
    return page if is_same else counting.of_ledger(ledger)


def opened(model: Model, page: Page) -> Page | None:
    """Return the page as it can be open now; None where it has no place any more."""
    match page:
        case Counting(purpose=Purpose.TALLY):
            now = tallying(model)
            is_there = now is not None and now.ledger == page.ledger
            return counting.opened(page) if is_there else None
        case Counting() if model.timeline is None:
            return counting.opened(page)
        case Reckoned() | Gathering() if model.timeline is None:
            return page
        case _:
            return None


def buttons(model: Model, page: Counting) -> tuple[int, ...]:
    """Return the player button of every seat; a table without us takes them in their order."""
    return model.buttons if page.purpose is Purpose.TALLY else tuple(range(len(page.counts)))


def _next_seat(page: Counting) -> Seat | None:
    """Return whose page comes next: the first after this one that nobody has seen, if any."""
    players = len(page.counts)
    for steps in range(1, players):
        seat = (page.seat + steps) % players
        if not page.counts[seat].is_told:
            return Seat(seat)
    return None


def controls(model: Model, page: Gathering | Counting | Reckoned) -> Controls:
    """Return what every control does on these pages."""
    match page:
        case Gathering():
            return _of_gathering(model, page)
        case Counting():
            return _of_counting(model, page)
        case Reckoned():
            return _of_reckoned(model, page)


def _of_gathering(model: Model, page: Gathering) -> Controls:
    push = Offer(Push(), "Change")
    begin = Offer(GoTo(gathering.counting(page, model.colour_names)), "Count")
    taps = {"ra": begin, "ok": push, "dial": push, "undo": Offer(GoTo(Welcome()), "Back")}
    return Controls(taps, {}, mark("Choose"))


def _of_counting(model: Model, page: Counting) -> Controls:
    at_sun = not isinstance(counting.pointed(page), Tile | Points)
    skipping = mark("Known") if page.counts[page.seat].is_skipped else mark("Not known")
    done = _next_seat(page) is None
    taps = {
        PLAYER_CONTROLS[button]: Offer(counting.Whose(Seat(seat)))
        for seat, button in enumerate(buttons(model, page))
        if seat != page.seat
    }
    taps |= {
        "ok": Offer(counting.TurnPage(1), mark("Done") if done else mark("Next player")),
        "dial": Offer(Push(), mark("Lay sun") if at_sun else mark("Next kind")),
        "ra": Offer(counting.SkipPlayer(), skipping),
        "undo": Offer(counting.TurnPage(-1), "Back"),
    }
    return Controls(taps, _menu(), mark("Choose sun") if at_sun else mark("Number"))


def _of_reckoned(model: Model, page: Reckoned) -> Controls:
    shown = page.reasons_for
    taps = {
        PLAYER_CONTROLS[button]: Offer(
            GoTo(Reckoned(page.counting, None if shown == seat else Seat(seat))), "Why?"
        )
        for seat, button in enumerate(buttons(model, page.counting))
    }
    goes_on = page.counting.is_whole and page.counting.epoch < LAST_EPOCH
    onward: Message = counting.TurnPage(1)
    go_on = Offer(onward, mark("Next epoch") if goes_on else mark("Leave"))
    taps |= {"ok": go_on, "ra": go_on, "undo": Offer(GoTo(page.counting), "Back")}
    if may(model, SaveSheet()):
        taps["dial"] = Offer(SaveSheet(), "Save")
    return Controls(taps, _menu())


def _menu() -> dict[str, Offer]:
    return {"dial": Offer(GoTo(Menu()), "Menu", is_silent=True)}


def keys(model: Model) -> Mapping[str, Message] | None:
    """Return what keys do on these pages; None on any other."""
    page = model.page
    match page:
        case Gathering():
            begin = controls(model, page).taps["ra"].message
            own: dict[str, Message] = {"escape": GoTo(Welcome()), "tab": begin}
            if gathering.named(page) is None:  # else they are typed into the name
                own |= {"r": begin, "space": Push(), "backspace": GoTo(Welcome())}
            return {**own, "return": Push(), "enter": Push(), **_turns("left", "right")}
        case Counting():
            return _keys_of_counting(page)
        case Reckoned():
            taps = controls(model, page).taps
            who = {str(seat + 1): taps[PLAYER_CONTROLS[button]].message for seat, button
                   in enumerate(buttons(model, page.counting))}  # fmt: skip
            found = dict.fromkeys(("return", "enter", "space"), taps["ok"].message)
            found |= {"backspace": GoTo(page.counting), "escape": GoTo(Menu())}
            if "dial" in taps:
                found[SAVE_KEY] = taps["dial"].message
            return found | who
        case _:
            return None


def _turns(*more: str) -> dict[str, Message]:
    less_more = (("up", *more[:1]), ("down", *more[1:]))
    return {key: Turn(steps) for steps, names in zip((-1, 1), less_more, strict=True)
            for key in names}  # fmt: skip


def _keys_of_counting(page: Counting) -> dict[str, Message]:
    what = counting.pointed(page)
    found: dict[str, Message] = {
        "up": Turn(1), "down": Turn(-1), "+": Turn(1), "=": Turn(1), "-": Turn(-1),
        "left": counting.NextPlace(-1), SKIP_KEY: counting.SkipPlayer(),
        "backspace": counting.TurnPage(-1), "escape": GoTo(Menu()),
    }  # fmt: skip
    found |= {key: counting.Whose(seat) for seat, key in zip(page.ledger.setup.seats, PLAYER_KEYS,
                                                             strict=False)}  # fmt: skip
    found |= {"space": Push(), "right": counting.NextPlace(1), "tab": counting.NextPlace(1)}
    found |= dict.fromkeys(("return", "enter"), counting.TurnPage(1))
    if isinstance(what, Tile | Points):
        now = counting.number(page, what) if isinstance(what, Points) else 0
        now = 0 if now >= counting.MOST_POINTS // _TEN else now
        digits: dict[str, Message] = {
            str(digit): counting.SetNumber(what, now * _TEN + digit) for digit in range(_TEN)
        }
        return found | digits
    suns: dict[str, Message] = {
        key: counting.LaySun(sun) for key, sun in SUN_KEYS.items() if sun in counting.places(page)
    }
    return found | suns


def prompt(_: Model, page: Gathering | Counting | Reckoned) -> Prompt:
    """Return what these pages ask."""
    match page:
        case Gathering():
            return Prompt("Who played what? Then count")
        case Counting():
            asked = mark("{player}: what lies before you?")
            if counting.pointed(page) is Points.BEFORE:
                asked = mark("{player}: how many points before this epoch?")
            return Prompt(asked, {"player": page.ledger.name(page.seat)})
        case Reckoned():
            return Prompt("These are the points")


def turn(model: Model, steps: int) -> Update:
    """Move along the rows, or count one more or less."""
    page = model.page
    if isinstance(page, Gathering):
        row = (page.row + steps) % gathering.length(page)
        return replace(model, page=replace(page, row=row)), ()
    if isinstance(page, Counting):
        return replace(model, page=counting.turned(page, steps)), ()
    return model, ()


def push(model: Model) -> Update:
    """Change what is pointed at, or go on to the next thing."""
    page = model.page
    if isinstance(page, Gathering):
        return model, (Again(gathering.Change(page.row, 1)),)
    if not isinstance(page, Counting):
        return model, ()
    what = counting.pointed(page)
    if isinstance(what, Tile | Points):
        return replace(model, page=counting.moved(page, 1)), ()
    return replace(model, page=counting.with_sun(page, what)), ()


def _change(model: Model, message: gathering.Change) -> Update:
    if not isinstance(model.page, Gathering):
        return model, ()
    return replace(model, page=gathering.changed(model.page, message, model.known_names)), ()


def _on_page(change: Callable[[Counting, Any], Counting]) -> Callable[[Model, Any], Update]:
    """Return the update that changes what is counted, and does nothing on any other page."""

    def counted(model: Model, message: Message) -> Update:
        if not isinstance(model.page, Counting):
            return model, ()
        return replace(model, page=change(model.page, message)), ()

    return counted


def _turn_page(model: Model, message: counting.TurnPage) -> Update:
    match model.page:
        case Reckoned(page):
            return _after(model, page)
        case Counting() as page if message.steps > 0:
            after = _next_seat(page)
            if after is not None:
                return replace(model, page=counting.page_of(page, after)), ()
            return _done(model, page)
        case Counting() as page:
            return _before(model, page)
        case _:
            return model, ()


def _before(model: Model, page: Counting) -> Update:
    """Go back to the player before this one; before the first, to where one came from."""
    if page.seat:
        return replace(model, page=counting.page_of(page, page.seat - 1)), ()
    if page.earlier:
        return replace(model, page=Reckoned(page.earlier[-1])), ()
    if page.purpose is Purpose.ASSISTANT:
        return replace(model, page=_gathered(model)), ()
    return model, (Again(Next()),)


def _done(model: Model, page: Counting) -> Update:
    """Say first what cannot be, at the page where it can be put right; else reckon."""
    page = counting.page_of(page, page.seat)
    wrong = contradictions(page, is_done=True)
    if wrong:
        at = replace(model, page=_pointing_at(page, wrong[0]))
        return refused(at, wrong[0])
    if page.purpose is Purpose.TALLY:
        return replace(model, page=page), (Again(Enter(counting.tally(page))),)
    return replace(model, page=Reckoned(page), counting=page), ()


def _pointing_at(page: Counting, wrong: Refusal) -> Counting:
    """Return the page pointing at the thing of which there are too many."""
    there = [place for place, what in enumerate(counting.places(page))
             if what in (wrong.facts.get("tile"), wrong.facts.get("sun"))]  # fmt: skip
    return replace(page, place=there[0]) if there else page


def _after(model: Model, page: Counting) -> Update:
    """Go on with the next epoch of a whole game; after the last, forget the table."""
    if page.is_whole and page.epoch < LAST_EPOCH:
        return replace(model, page=counting.following(page)), ()
    return replace(model, page=Welcome(), counting=None), ()


def _save(model: Model, _: SaveSheet) -> Update:
    """Have what was counted written into a file, unless somebody was left out."""
    if not isinstance(model.page, Reckoned):
        return model, ()
    tally = sheet_of(model.page.counting)
    if tally is None:
        return refused(model, Notice(Notes.NO_WHOLE_SHEET))
    return model, (KeepSheet(tally),)


UPDATES: Mapping[type, Callable[[Model, Any], Update]] = {
    SaveSheet: _save,
    gathering.Change: _change,
    counting.SetNumber: _on_page(
        lambda page, told: counting.with_number(page, told.what, told.number)
    ),
    counting.AddOne: _on_page(lambda page, told: counting.with_one_more(page, told.tile)),
    counting.LaySun: _on_page(lambda page, told: counting.with_sun(page, told.sun)),
    counting.Whose: _on_page(lambda page, told: counting.page_of(page, told.seat)),
    counting.SkipPlayer: _on_page(lambda page, _: counting.skipped(page)),
    counting.NextPlace: _on_page(lambda page, told: counting.moved(page, told.steps)),
    counting.TurnPage: _turn_page,
}
