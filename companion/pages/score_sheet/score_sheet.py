"""The pages on which a table is counted: what controls and keys do, and what is asked.

What there is to count is decided in ``counting`` and ``gathering``; here it meets the program.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.core.bindings import PLAYER_CONTROLS, Binding, Bindings, Prompt
from companion.core.effects import Dispatch, Update, refused
from companion.core.messages import Enter, GoTo, Message, Next, PushDial, TurnDial
from companion.core.mnemonics import SUN_KEYS
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.i18n import mark
from companion.pages import archive, kiosk, menu, new_game
from companion.pages.score_sheet import setup
from companion.pages.score_sheet import tally as score_sheet_tally
from companion.pages.score_sheet.result import SaveSheet, SheetResult, contradictions, sheet_of
from companion.pages.score_sheet.setup import SheetSetup
from companion.pages.score_sheet.tally import Points, Purpose, SheetTally
from companion.rules.editions import Seat
from companion.rules.model import LAST_EPOCH
from companion.rules.partial.ledger import Wait
from companion.rules.refusal import Refusal
from companion.rules.tiles import Tile

SCORE_KEY = "s"
"""On the first page: a table is scored that played without us."""

SAVE_KEY = "s"
"""What was counted is written into a file."""

SKIP_KEY = "x"
"""Nobody knows what this player has; none of the keys of suns."""

PLAYER_KEYS = ("f5", "f6", "f7", "f8", "f9")
"""Each opens a player's page: digits count, and letters are suns."""

_TEN = 10


def score_a_table(model: Model) -> Binding:
    """Return the offer of the first page: to go on counting, or to begin."""
    page = model.counting
    if page is not None and page.purpose is Purpose.ASSISTANT:
        return Binding(GoTo(page), "Score sheet", is_silent=True)
    return Binding(GoTo(_gathered(model)), "Score sheet", is_silent=True)


def _gathered(model: Model) -> SheetSetup:
    names = [guest.name for guest in model.last_guests]
    return setup.gathered(names, model.agreement.options)


def keep_drafts(after: Model) -> Model:
    """Return the model that has kept what is being counted, whatever page is opened next."""
    page = after.page
    if not isinstance(page, SheetTally) or page is after.counting:
        return after
    return replace(after, counting=page)


def tallying(model: Model) -> SheetTally | None:
    """Return the page for the tally that the running game waits for, as far as it was counted."""
    ledger = None if model.timeline is None else model.timeline.ledger
    if ledger is None or ledger.stage is not Wait.TALLY:
        return None
    page = model.counting
    is_same = page is not None and page.purpose is Purpose.TALLY and page.ledger == ledger
    return page if is_same else score_sheet_tally.of_ledger(ledger)


def opened(model: Model, page: Page) -> Page | None:
    """Return the page as it can be open now; None where it has no place any more."""
    match page:
        case SheetTally(purpose=Purpose.TALLY):
            now = tallying(model)
            is_there = now is not None and now.ledger == page.ledger
            return score_sheet_tally.opened(page) if is_there else None
        case SheetTally() if model.timeline is None:
            return score_sheet_tally.opened(page)
        case SheetResult() | SheetSetup() if model.timeline is None:
            return page
        case _:
            return None


def buttons(model: Model, page: SheetTally) -> tuple[int, ...]:
    """Return the player button of every seat; a table without us takes them in their order."""
    return model.buttons if page.purpose is Purpose.TALLY else tuple(range(len(page.counts)))


def _next_seat(page: SheetTally) -> Seat | None:
    """Return whose page comes next: the first after this one that nobody has seen, if any."""
    players = len(page.counts)
    for steps in range(1, players):
        seat = (page.seat + steps) % players
        if not page.counts[seat].is_told:
            return Seat(seat)
    return None


def controls(model: Model, page: SheetSetup | SheetTally | SheetResult) -> Bindings:
    """Return what every control does on these pages."""
    match page:
        case SheetSetup():
            return _of_gathering(model, page)
        case SheetTally():
            return _of_counting(model, page)
        case SheetResult():
            return _of_reckoned(model, page)


def _of_gathering(model: Model, page: SheetSetup) -> Bindings:
    push = Binding(PushDial(), "Change")
    begin = Binding(GoTo(setup.counting(page, model.colour_names)), "Count")
    taps = {
        "ra": begin,
        "ok": push,
        "dial": push,
        "undo": Binding(GoTo(new_game.Welcome()), "Back"),
    }
    return Bindings(taps, {}, mark("Choose"))


def _of_counting(model: Model, page: SheetTally) -> Bindings:
    at_sun = not isinstance(score_sheet_tally.pointed(page), Tile | Points)
    skipping = mark("Known") if page.counts[page.seat].is_skipped else mark("Unknown")
    done = _next_seat(page) is None
    taps = {
        PLAYER_CONTROLS[button]: Binding(score_sheet_tally.Whose(Seat(seat)))
        for seat, button in enumerate(buttons(model, page))
        if seat != page.seat
    }
    taps |= {
        "ok": Binding(score_sheet_tally.TurnPage(1), mark("Done") if done else mark("Next player")),
        "dial": Binding(PushDial(), mark("Add sun") if at_sun else mark("Next kind")),
        "ra": Binding(score_sheet_tally.SkipPlayer(), skipping),
        "undo": Binding(score_sheet_tally.TurnPage(-1), "Back"),
    }
    return Bindings(taps, _menu(), mark("Choose sun") if at_sun else mark("Number"))


def _of_reckoned(model: Model, page: SheetResult) -> Bindings:
    shown = page.reasons_for
    taps = {
        PLAYER_CONTROLS[button]: Binding(
            GoTo(SheetResult(page.counting, None if shown == seat else Seat(seat))), "Why?"
        )
        for seat, button in enumerate(buttons(model, page.counting))
    }
    goes_on = page.counting.is_whole and page.counting.epoch < LAST_EPOCH
    onward: Message = score_sheet_tally.TurnPage(1)
    go_on = Binding(onward, mark("Next epoch") if goes_on else mark("Leave"))
    taps |= {"ok": go_on, "ra": go_on, "undo": Binding(GoTo(page.counting), "Back")}
    if kiosk.may(model, SaveSheet()):
        taps["dial"] = Binding(SaveSheet(), "Save")
    return Bindings(taps, _menu())


def _menu() -> dict[str, Binding]:
    return {"dial": Binding(GoTo(menu.Menu()), "Menu", is_silent=True)}


def keys(model: Model, page: SheetSetup | SheetTally | SheetResult) -> Mapping[str, Message]:
    """Return what keys do on these pages."""
    match page:
        case SheetSetup():
            begin = controls(model, page).taps["ra"].message
            own: dict[str, Message] = {"escape": GoTo(new_game.Welcome()), "tab": begin}
            if setup.named(page) is None:  # else they are typed into the name
                own |= {"r": begin, "space": PushDial(), "backspace": GoTo(new_game.Welcome())}
            return {**own, "return": PushDial(), "enter": PushDial(), **_turns("left", "right")}
        case SheetTally():
            return _keys_of_counting(page)
        case SheetResult():
            taps = controls(model, page).taps
            who = {str(seat + 1): taps[PLAYER_CONTROLS[button]].message for seat, button
                   in enumerate(buttons(model, page.counting))}  # fmt: skip
            found = dict.fromkeys(("return", "enter", "space"), taps["ok"].message)
            found |= {"backspace": GoTo(page.counting), "escape": GoTo(menu.Menu())}
            if "dial" in taps:
                found[SAVE_KEY] = taps["dial"].message
            return found | who


def _turns(*more: str) -> dict[str, Message]:
    less_more = (("up", *more[:1]), ("down", *more[1:]))
    return {key: TurnDial(steps) for steps, names in zip((-1, 1), less_more, strict=True)
            for key in names}  # fmt: skip


def _keys_of_counting(page: SheetTally) -> dict[str, Message]:
    what = score_sheet_tally.pointed(page)
    found: dict[str, Message] = {
        "up": TurnDial(1), "down": TurnDial(-1), "+": TurnDial(1), "=": TurnDial(1), "-": TurnDial(-1),
        "left": score_sheet_tally.NextPlace(-1), SKIP_KEY: score_sheet_tally.SkipPlayer(),
        "backspace": score_sheet_tally.TurnPage(-1), "escape": GoTo(menu.Menu()),
    }  # fmt: skip
    found |= {key: score_sheet_tally.Whose(seat) for seat, key in zip(page.ledger.setup.seats, PLAYER_KEYS,
                                                             strict=False)}  # fmt: skip
    found |= {
        "space": PushDial(),
        "right": score_sheet_tally.NextPlace(1),
        "tab": score_sheet_tally.NextPlace(1),
    }
    found |= dict.fromkeys(("return", "enter"), score_sheet_tally.TurnPage(1))
    if isinstance(what, Tile | Points):
        now = score_sheet_tally.number(page, what) if isinstance(what, Points) else 0
        now = 0 if now >= score_sheet_tally.MOST_POINTS // _TEN else now
        digits: dict[str, Message] = {
            str(digit): score_sheet_tally.SetNumber(what, now * _TEN + digit)
            for digit in range(_TEN)
        }
        return found | digits
    suns: dict[str, Message] = {
        key: score_sheet_tally.LaySun(sun)
        for key, sun in SUN_KEYS.items()
        if sun in score_sheet_tally.places(page)
    }
    return found | suns


def prompt(page: SheetSetup | SheetTally | SheetResult) -> Prompt:
    """Return what these pages ask."""
    match page:
        case SheetSetup():
            return Prompt("Who played, and what? Then count")
        case SheetTally():
            asked = mark("{player}: what do you have?")
            if score_sheet_tally.pointed(page) is Points.BEFORE:
                asked = mark("{player}: how many points before this epoch?")
            return Prompt(asked, {"player": page.ledger.name(page.seat)})
        case SheetResult():
            return Prompt("Here are the points")


def turn(model: Model, page: SheetSetup | SheetTally, steps: int) -> Update:
    """Move along the rows, or count one more or less."""
    if isinstance(page, SheetSetup):
        row = (page.row + steps) % setup.length(page)
        return replace(model, page=replace(page, row=row)), ()
    return replace(model, page=score_sheet_tally.turned(page, steps)), ()


def push(model: Model, page: SheetSetup | SheetTally) -> Update:
    """Change what is pointed at, or go on to the next thing."""
    if isinstance(page, SheetSetup):
        return model, (Dispatch(setup.Change(page.row, 1)),)
    what = score_sheet_tally.pointed(page)
    if isinstance(what, Tile | Points):
        return replace(model, page=score_sheet_tally.moved(page, 1)), ()
    return replace(model, page=score_sheet_tally.with_sun(page, what)), ()


def _change(model: Model, message: setup.Change) -> Update:
    if not isinstance(model.page, SheetSetup):
        return model, ()
    return replace(model, page=setup.changed(model.page, message, model.known_names)), ()


def _turn_page(model: Model, message: score_sheet_tally.TurnPage) -> Update:
    match model.page:
        case SheetResult(page):
            return _after(model, page)
        case SheetTally() as page if message.steps > 0:
            after = _next_seat(page)
            if after is not None:
                return replace(model, page=score_sheet_tally.page_of(page, after)), ()
            return _done(model, page)
        case SheetTally() as page:
            return _before(model, page)
        case _:
            return model, ()


def _before(model: Model, page: SheetTally) -> Update:
    """Go back to the player before this one; before the first, to where one came from."""
    if page.seat:
        return replace(model, page=score_sheet_tally.page_of(page, page.seat - 1)), ()
    if page.earlier:
        return replace(model, page=SheetResult(page.earlier[-1])), ()
    if page.purpose is Purpose.ASSISTANT:
        return replace(model, page=_gathered(model)), ()
    return model, (Dispatch(Next()),)


def _done(model: Model, page: SheetTally) -> Update:
    """Say first what cannot be, at the page where it can be put right; else reckon."""
    page = score_sheet_tally.page_of(page, page.seat)
    wrong = contradictions(page, is_done=True)
    if wrong:
        at = replace(model, page=_pointing_at(page, wrong[0]))
        return refused(at, wrong[0])
    if page.purpose is Purpose.TALLY:
        return replace(model, page=page), (Dispatch(Enter(score_sheet_tally.tally_of(page))),)
    return replace(model, page=SheetResult(page), counting=page), ()


def _pointing_at(page: SheetTally, wrong: Refusal) -> SheetTally:
    """Return the page pointing at the thing of which there are too many."""
    there = [place for place, what in enumerate(score_sheet_tally.places(page))
             if what in (wrong.facts.get("tile"), wrong.facts.get("sun"))]  # fmt: skip
    return replace(page, place=there[0]) if there else page


def _after(model: Model, page: SheetTally) -> Update:
    """Go on with the next epoch of a whole game; after the last, forget the table."""
    if page.is_whole and page.epoch < LAST_EPOCH:
        return replace(model, page=score_sheet_tally.following(page)), ()
    return replace(model, page=new_game.Welcome(), counting=None), ()


def _save(model: Model, _: SaveSheet) -> Update:
    """Have what was counted written into a file, unless somebody was left out."""
    if not isinstance(model.page, SheetResult):
        return model, ()
    tally = sheet_of(model.page.counting)
    if tally is None:
        return refused(model, Notice(Notes.NO_WHOLE_SHEET))
    return model, (archive.KeepSheet(tally),)


def update(model: Model, message: score_sheet_tally.Message | setup.Change | SaveSheet) -> Update:
    """Return what becomes of what is counted; nothing on any other page."""
    match message:
        case SaveSheet():
            return _save(model, message)
        case setup.Change():
            return _change(model, message)
        case score_sheet_tally.TurnPage():
            return _turn_page(model, message)
        case _ if isinstance(model.page, SheetTally):
            return replace(model, page=_counted(model.page, message)), ()
        case _:
            return model, ()


_Counting = (
    score_sheet_tally.SetNumber
    | score_sheet_tally.AddOne
    | score_sheet_tally.LaySun
    | score_sheet_tally.Whose
    | score_sheet_tally.SkipPlayer
    | score_sheet_tally.NextPlace
)


def _counted(page: SheetTally, message: _Counting) -> SheetTally:
    match message:
        case score_sheet_tally.SetNumber(what, number):
            return score_sheet_tally.with_number(page, what, number)
        case score_sheet_tally.AddOne(tile):
            return score_sheet_tally.with_one_more(page, tile)
        case score_sheet_tally.LaySun(sun):
            return score_sheet_tally.with_sun(page, sun)
        case score_sheet_tally.Whose(seat):
            return score_sheet_tally.page_of(page, seat)
        case score_sheet_tally.SkipPlayer():
            return score_sheet_tally.skipped(page)
        case score_sheet_tally.NextPlace(steps):
            return score_sheet_tally.moved(page, steps)
