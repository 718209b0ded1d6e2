"""Stories of phones, beside the words of all stories.

``A`` to ``E`` are the phones of who sits there, small letters phones without a seat. What a phone
does is done on the picture that it shows now or, behind ``@``, on that after so many entries.
"""

import re
from collections.abc import Callable
from itertools import count
from types import SimpleNamespace

from msgspec.structs import replace

from companion.core.messages import Enter, Rematch
from companion.core.model import Answer, Guest, Model
from companion.core.notices import Notice
from companion.i18n.catalogues import words
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.phones.deeds import Count, Fixed, Press, Sit
from companion.pages.phones.join import ForgetPhones, PhoneDeed, present
from companion.pages.reference.guide import Rule
from companion.pages.scoring.finale import Finale
from companion.phones.public import shown
from companion.phones.saying import picture
from companion.phones.views import line
from companion.rules.actions import Level
from companion.rules.editions import Sun
from companion.rules.partial import END_EPOCH
from companion.rules.records.entries import SetLevel
from companion.rules.tiles import BY_ID
from companion.settings import PhonesSettings
from tests.core.desk import Desk, ended
from tests.stories import SEATS, does, given, new, sees

LINK = "http://table/#secret"

_NUMBERS = count(1)


def phone_of(button: int) -> str:
    """Return what the phone of a button is called."""
    return f"phone-{button}"


def with_phones(desk: Desk) -> Desk:
    """Give everybody a phone."""
    seated = {button: phone_of(button) for button in desk.model.session.buttons}
    desk.model = desk.model.with_phones(link=LINK, seated=seated)
    return desk


@given
def phones(said: list[str], lines: list[str]) -> Desk:
    """A new game, as ``new``, at which everybody has a phone: ``phones 3 {draw nile}``."""
    return with_phones(new(said, lines))


@given
def waiting(said: list[str], _: list[str]) -> Desk:
    """A table with phones at which these have sat down, by buttons from 0: ``waiting 1Ben 2``."""
    guests = tuple(Guest(int(each[0]), each[1:]) for each in said)
    page = Seating(guests) if guests else Welcome()
    return Desk(Model(page=page).with_phones(link=LINK))


@given
def counted(said: list[str], _: list[str]) -> Desk:
    """An epoch of so many is to be counted, and everybody has a phone: ``counted 3``."""
    desk = new(said, [])
    desk.take(Enter(SetLevel(Level.SCORE_ONLY)))
    desk.take(Enter(END_EPOCH))
    return with_phones(desk)


@given
def rematch(said: list[str], _: list[str]) -> Desk:
    """Suns lie for a rematch of three, after a game in which these buttons had phones."""
    desk = ended(3, epochs=3)
    seated = {button: phone_of(button) for button in map(int, said)}
    desk.model = replace(desk.model.with_phones(link=LINK, seated=seated), page=Finale(3))
    desk.take(Rematch())
    desk.take(ForgetPhones())
    return desk


def _fixed(at: str, now: str) -> Fixed:
    """Return which entry was a tile, ``mon_palace+mon_temple`` given up, or won with a sun."""
    if now.isdigit():
        return Fixed(int(at), sun=int(now))
    tiles = tuple(BY_ID[each] for each in now.split("+"))
    return Fixed(int(at), tiles[0]) if len(tiles) == 1 else Fixed(int(at), tiles=tiles)


GIVEN: dict[str, Callable[[str], object]] = {
    "draw": BY_ID.__getitem__,
    "bid": int,
    "god": int,
    "lose": lambda said: tuple(BY_ID[each] for each in said.split("+")),
    "fix": lambda said: _fixed(*said.split(":")),
    "sit": lambda said: Sit(int(said[0]), said[1:]),
}
"""What is given with a deed, as a story writes it."""


@does(r"([A-Ea-z])\.(\w+)(?::([^@]+))?(?:@(\d+))?")
def deed(at: Desk, who: str, what: str, said: str | None, seen: str | None) -> None:
    """``A.draw:nile``, ``B.pass``, ``x.sit:2Anna``, ``C.bid:8@2``: something done on a phone.

    ``A.count:nile2+gold1!``: counted, with all suns that were dealt and done.
    """
    timeline = at.model.session.timeline
    button = at.model.session.buttons[SEATS.index(who)] if who in SEATS else None
    if what == "press" and button is None:
        button = next(seat for seat, each in present(at.model).phones.seated.items() if each == who)
    about: object = True
    if what == "sit" and said is not None and said in SEATS:
        about = Sit(at.model.session.buttons[SEATS.index(said)], "")
    elif what == "count" and said is not None:
        held = {BY_ID[kind]: int(many) for kind, many in re.findall(r"([a-z_]+)(\d+)", said)}
        suns = tuple(map(int, at.game.setup.suns[SEATS.index(who)])) if "!" in said else ()
        about = Count(held, suns, done="!" in said)
    elif what == "press":
        token = line(at.model, "g1/0", PhonesSettings()).shown.token
        about = Press(said, token)  # type: ignore[arg-type]  # a control
    elif said is not None:
        about = GIVEN[what](said)
    name = who if button is None else phone_of(button)
    when = int(seen) if seen else timeline.seq if timeline is not None else 0
    at.take(PhoneDeed(name, next(_NUMBERS), button, when, what, about))


@does("phones")
def give_phones(at: Desk) -> None:
    """Everybody has a phone from now on."""
    with_phones(at)


@does(r"lost:([A-E]+)")
def lose_phones(at: Desk, seats: str) -> None:
    """``lost:AB``: these have no phone any more."""
    gone = {at.model.session.buttons[SEATS.index(each)] for each in seats}
    seated = {button: each for button, each in at.model.phones.seated.items() if button not in gone}
    at.model = at.model.with_phones(seated=seated)


def _answer(at: Desk) -> Answer:
    """Return what the last deed was answered."""
    return max(at.model.phones.answers, key=lambda each: each.number)


@sees
def accepted(at: Desk, _: str) -> tuple[object, object]:
    """The last deed on a phone was done."""
    return _answer(at).why_not, None


@sees
def refuses(at: Desk, why: str) -> tuple[object, object]:
    """``refuses PHONE_LATE``: the last deed on a phone was not done, for this reason."""
    told = _answer(at).why_not
    assert told is not None, "it was done"
    found = told.note.name if isinstance(told, Notice) else told.sentence.name
    return found, why or found


def pictured(at: Desk, button: int) -> SimpleNamespace:
    """Return what the phone of a button shows, and of its owner's: ``pass_`` is the key."""
    now = line(at.model, "g1/0", PhonesSettings())
    whole = picture(now, button, words("en"), is_asking=False)
    own = {f"{key}_" if key == "pass" else key: each for key, each in whole["own"].items()}
    return SimpleNamespace(**{**own, **{key: whole[key] for key in ("asked", "last", "card")}})


@sees
def phone(at: Desk, expression: str) -> tuple[object, object]:
    """Anything of phones: ``phone A.undo == "Undo: Nile"``; by a button from 0, ``P2.asked``."""
    everybody = shown(at.model)
    here: dict[str, object] = {
        "phones": at.model.phones,
        "present": present(at.model).phones,
        "seats": everybody.seats,
        "lead": everybody.lead,
        "returning": everybody.returning,
        "question": everybody.asked.sentence if everybody.asked else None,
        "bidders": "".join(SEATS[at] for at, seat in enumerate(everybody.seats) if seat.asked),
        "Rule": Rule,
        "Sun": Sun,
    }
    for name in set(re.findall(r"\b([A-E]|P\d)\.", expression)):
        buttons = at.model.session.buttons
        button = int(name[1:]) if name[1:] else buttons[SEATS.index(name)]
        here[name] = pictured(at, button)
    left, equals, right = expression.partition(" == ")
    found = eval(left, here)  # noqa: S307 - a story of ours
    return (found, eval(right, here)) if equals else (bool(found), True)  # noqa: S307 - as above
