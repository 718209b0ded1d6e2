"""Who plays, what is agreed, how the suns are dealt, and how a game comes to the table."""

from msgspec.structs import replace

from companion.core import gathering
from companion.core.effects import Again, Deal, Effect, Fetch, OpenBook
from companion.core.gathering import Gathering
from companion.core.messages import (
    Agree,
    Begin,
    Dealt,
    Enter,
    GoOn,
    Join,
    NextName,
    Rematch,
    Remembered,
    Resumed,
    SetGroup,
    TypeName,
)
from companion.core.model import (
    Agreeing,
    Agreement,
    AtTable,
    Dealing,
    Finale,
    Guest,
    Model,
    Seating,
    Welcome,
    unasked,
)
from companion.core.names import after_typing, visible
from companion.core.naming import all_called, choosable, names_apart
from companion.core.notices import Notes, Notice
from companion.core.options import fitting
from companion.core.pages import FEWEST_PLAYERS
from companion.core.playing import page_after, refused, saying
from companion.rules.actions import Level
from companion.rules.editions import Setup, Split, setup, sun_groups
from companion.rules.entries import SetLevel
from companion.rules.model import Phase
from companion.rules.timeline import begin

Update = tuple[Model, tuple[Effect, ...]]


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
    if isinstance(page, Gathering):
        return replace(model, page=gathering.typed(page, message.text)), ()
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
    if not isinstance(page, Dealing) or message.place >= len(page.groups):
        return model, ()
    groups = list(page.groups)
    groups[message.place] = (groups[message.place] + 1) % len(groups)
    return replace(model, page=Dealing(page.guests, tuple(groups))), ()


def begin_game(model: Model, _: Begin) -> Update:
    """Begin with those who have joined: deal, or ask who has which suns."""
    page = model.page
    if isinstance(page, Dealing):
        return _begin_dealt_by_hand(model, page)
    if not isinstance(page, Seating | Agreeing):
        return model, ()
    if len(page.guests) < FEWEST_PLAYERS:
        return refused(model, Notice(Notes.NEEDS_TWO))
    if model.agreement.dealt_by_hand:
        order = tuple(range(len(page.guests)))
        return replace(model, page=Dealing(page.guests, order)), ()
    return model, (_deal(model, page.guests),)


def _deal(model: Model, who: tuple[Guest, ...]) -> Deal:
    return Deal(who, names_apart(who, model), fitting(model.agreement, len(who)))


def _begin_dealt_by_hand(model: Model, page: Dealing) -> Update:
    if len(set(page.groups)) < len(page.groups):
        return refused(model, Notice(Notes.SUNS_TWICE))
    agreement = fitting(model.agreement, len(page.guests))
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
    return after, (*effects, Again(Enter(SetLevel(level))))


def brought(
    model: Model, game_setup: Setup, guests: tuple[Guest, ...], agreement: Agreement
) -> Update:
    """Bring a game to the table in which nothing has happened."""
    timeline = begin(game_setup)
    names = tuple(guest.name for guest in guests if visible(guest.name))
    known = tuple(dict.fromkeys((*names, *model.known_names)))
    at_table = replace(
        unasked(model),
        page=AtTable(),
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
    return (model, (Fetch(),)) if model.kept and model.timeline is None else (model, ())


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
    page = Finale(len(message.guests)) if over else page_after(message.timeline)
    buttons = tuple(guest.button for guest in message.guests)
    back = replace(
        unasked(model),
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
