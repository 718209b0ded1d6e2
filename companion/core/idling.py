"""When nobody does anything: the program shows what it is, and a game is kept, however long."""

from msgspec.structs import replace

from companion.core import ring
from companion.core.effects import Again, Effect, Speak
from companion.core.guests import is_guarded
from companion.core.house import Asking, Attract, Locked, Pin, Purpose, Rest
from companion.core.menu import Entry
from companion.core.messages import Leave, Next
from companion.core.model import Model, Page, Welcome
from companion.core.pages import home
from companion.core.seeing import as_owned
from companion.core.service import FindShow, Night, ShowFound
from companion.rules.model import Phase
from companion.words import LANGUAGES

Update = tuple[Model, tuple[Effect, ...]]

ATTRACT_SECONDS = 120.0
"""A start page where nothing happens for so long shows a demonstration."""

PIN_SECONDS = 30.0
"""Who asked for the PIN and types nothing does not keep guests from playing."""

OVER_SECONDS = 300.0
"""So long the end of a game is looked at."""

DIM_SECONDS = 600.0
KEPT_SECONDS = 2700.0
"""After these a game is dark, and is said to be kept."""

STEP_SECONDS = 2.5
"""How long each action of the demonstration stands."""

LANGUAGE_STEPS = 12
"""So many actions are shown in one language, then comes the next that is offered."""


def is_idle(model: Model) -> bool:
    """Whether it matters that nobody does anything: at a table in a café, without staff."""
    return is_guarded(model) and not isinstance(model.page, Locked)


def is_asleep(model: Model) -> bool:
    """Whether whatever is pressed wakes the table."""
    return isinstance(model.page, Attract) or model.house.rest is not Rest.AWAKE


def deadline(model: Model) -> float | None:
    """Return when the table looks different by itself, in monotonic seconds."""
    if not is_idle(model):
        return None
    house, page = model.house, model.page
    if isinstance(page, Attract):
        return page.step_at + STEP_SECONDS
    due = _patience(model)
    return None if due is None else house.active_at + due


def _patience(model: Model) -> float | None:
    """Return how long nothing may happen before the table looks different; None: for ever."""
    if isinstance(model.page, Pin):
        return PIN_SECONDS if model.page.purpose is Purpose.OPEN else None
    if model.timeline is None:
        return ATTRACT_SECONDS
    if model.game.stage is Phase.OVER:
        return OVER_SECONDS
    return {Rest.AWAKE: DIM_SECONDS, Rest.DIM: KEPT_SECONDS, Rest.KEPT: None}[model.house.rest]


def passed(model: Model) -> Update:
    """Do what is due because nobody did anything."""
    due = deadline(model)
    if due is None or model.now < due:
        return model, ()
    page = model.page
    if isinstance(page, Attract):
        return stepped(model, page)
    if isinstance(page, Pin):
        return replace(model, page=home(model)), ()
    if model.timeline is None:
        return begun(model)
    if model.game.stage is Phase.OVER:
        return model, (Again(Leave(), "clock"),)
    rest = Rest.DIM if model.house.rest is Rest.AWAKE else Rest.KEPT
    return replace(model, house=replace(model.house, rest=rest), page=_at_rest(model)), ()


def _at_rest(model: Model) -> Page:
    """Return the page of a game that nobody looks at: what was half asked is over."""
    return home(model) if isinstance(model.page, Asking) else model.page


def begun(model: Model) -> Update:
    """Begin the demonstration; it is looked for the first time that it is needed.

    Who played here last is gone: nobody begins their rematch by "press Ra to start".
    """
    page = Attract(0, model.now, model.preferences.language)
    order = (FindShow(),) if model.house.show is None else ()
    return replace(as_owned(model), page=page, last_guests=(), said=None), order


def stepped(model: Model, page: Attract) -> Update:
    """Play the next action of the demonstration; now and then in another language."""
    show = model.house.show
    if show is None:
        return replace(model, page=replace(page, step_at=model.now)), ()
    last = len(show.moments) - (show.game.stage is Phase.OVER)
    at = page.at + 1 if page.at < last else 0
    after = replace(model, page=replace(page, at=at, step_at=model.now))
    if at % LANGUAGE_STEPS or not model.house.languages:
        return after, ()
    return after, (Speak(following(model, 1)),)


def following(model: Model, steps: int) -> str:
    """Return the language so many steps further on, of those that are offered."""
    now, offered = model.preferences.language, model.house.languages or LANGUAGES
    order = [language for language in LANGUAGES if language in (*offered, now)]
    if now not in offered:
        order = [language for language in order if language != now]
        return order[0 if steps > 0 else -1]
    return ring.stepped(order, now, steps)


def woken(model: Model) -> tuple[Model, tuple[Effect, ...], bool]:
    """Return the model awake, what is to be done for it, and whether what was pressed counts.

    It counts where people saw what they pressed, and on the start page, which everybody knows.
    """
    page, house = model.page, model.house
    if isinstance(page, Attract):
        preferences = replace(model.preferences, language=page.language)
        is_other = model.preferences.language != page.language
        speak = (Speak(page.language),) if is_other else ()
        return replace(model, page=Welcome(), preferences=preferences), speak, True
    if house.rest is Rest.KEPT:
        house = replace(house, rest=Rest.AWAKE, active_at=model.now)
        return replace(model, house=house, page=Asking()), (), False
    return replace(model, house=replace(house, rest=Rest.AWAKE)), (), True


def entries(_: Model, __: Asking) -> tuple[Entry, ...]:
    """Return what people can do who come to a table whose game was kept for a long time."""
    return (
        Entry("We go on with this game", Next()),
        Entry("Others want to play; this game stays kept", Leave()),
    )


def show_found(model: Model, message: ShowFound) -> Update:
    """Know the demonstration."""
    return replace(model, house=replace(model.house, show=message.show)), ()


def night(model: Model, message: Night) -> Update:
    """Know whether it is night."""
    return replace(model, house=replace(model.house, is_night=message.is_night)), ()
