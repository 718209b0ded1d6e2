"""Looking back at games of other days: the list, a game step by step, and what all add up to.

Nothing of it is offered while a game is on the table, whose points lie face down (R-INF-2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.core import effects
from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.dial import stepped
from companion.core.effects import Dispatch, Update
from companion.core.messages import GoTo, Message, Next, TurnDial
from companion.core.model import Model, without_questions
from companion.core.naming import all_called, choosable
from companion.i18n import mark
from companion.pages import scoring
from companion.pages.archive import state
from companion.pages.archive.state import (
    ROWS,
    FindGames,
    Games,
    GoOnWith,
    OpenPast,
    Order,
    Replay,
    Search,
    ShowRace,
    ShowStatistics,
    Statistics,
)
from companion.rules.editions import Edition
from companion.rules.model import Phase

LEAVES = ("figures", "categories", "suns")
"""What the statistics show, a leaf each."""


def replayed(model: Model, page: Replay) -> Model:
    """Return the program as if this game were on its table: to be looked at, not to be played."""
    return replace(
        without_questions(model),
        timeline=page.timeline,
        buttons=page.buttons,
        agreement=page.agreement,
        rejected=page.rejected,
        peek=None,
    )


def length(page: Replay) -> int:
    """Return how many actions can be looked at, taken-back ones included."""
    return len(page.timeline.moments) + len(page.timeline.undone)


def orders(before: Model, after: Model) -> tuple[Order, ...]:
    """Return the order to wrap up a game whose end has come, or to tidy up after one."""
    if isinstance(after.page, scoring.Finale) and not isinstance(before.page, scoring.Finale):
        return (state.Wrap(after.timeline.seq),) if after.timeline is not None else ()
    is_left = before.timeline is not None and after.timeline is None
    return (state.Tidy(is_idle=True),) if is_left else ()


def turn(model: Model, page: Games | Replay | Statistics, steps: int) -> Update:
    """Turn the dial: along the list, through a game, from leaf to leaf."""
    match page:
        case Games(found=found, row=row, search=search):
            at = row + steps
            if at >= len(found) and page.is_more:
                return model, (Dispatch(FindGames(replace(search, skip=search.skip + ROWS))),)
            if at < 0 and search.skip:
                newer = replace(search, skip=max(0, search.skip - ROWS))
                return model, (Dispatch(FindGames(newer)),)
            return replace(model, page=replace(page, row=max(0, min(at, len(found) - 1)))), ()
        case Replay(at=at):
            at = min(max(0, at + steps), length(page))
            return replace(model, page=replace(page, at=at, is_race=False)), ()
        case Statistics(leaf=now):
            return replace(model, page=replace(page, leaf=(now + steps) % len(LEAVES))), ()


def _games_found(model: Model, message: state.GamesFound) -> Update:
    return (model, ()) if model.timeline else (replace(model, page=message.page), ())


def _opened(model: Model, message: state.PastOpened) -> Update:
    if model.timeline is not None:
        return model, ()
    back = model.page if isinstance(model.page, Games) else Games()
    page = Replay(
        message.game,
        all_called(message.timeline, message.buttons, model),
        message.buttons,
        message.agreement,
        message.rejected,
        back,
        at=len(message.timeline.moments),
    )
    return replace(model, page=page), ()


def _summed(model: Model, message: state.Summed) -> Update:
    return (model, ()) if model.timeline else (replace(model, page=message.page), ())


def _show_race(model: Model, _: ShowRace) -> Update:
    page = model.page
    if not isinstance(page, Replay) or not scoring.has_race(page.timeline):
        return model, ()
    return replace(model, page=replace(page, is_race=not page.is_race)), ()


def _go_on_with(model: Model, message: GoOnWith) -> Update:
    return (model, ()) if model.timeline else (model, (effects.ResumeGame(message.game),))


def _souvenir(model: Model, message: state.Souvenir) -> Update:
    return replace(model, souvenir=message), ()


def _tidy_up(model: Model, _: state.TidyUp) -> Update:
    return model, (state.Tidy(is_idle=model.timeline is None),)


def _forgot(model: Model, message: state.Forgot) -> Update:
    """Know only who is still known; who sits at the table is not forgotten for it."""
    known = choosable(message.known_names, model)
    guests = model.last_guests
    is_known = all(guest.name in ("", *known) for guest in guests)
    is_kept = model.timeline is not None or is_known
    return replace(model, known_names=known, last_guests=guests if is_kept else ()), ()


_Asked = state.Guests | FindGames | OpenPast | GoOnWith | ShowStatistics | state.Machines


def update(model: Model, message: _Asked) -> Update:  # noqa: C901, PLR0911 - a case for each message
    """Return what becomes of the model, and what is asked of the journals."""
    match message:
        case FindGames(search):
            return model, (state.LookUp(search),)
        case OpenPast(game):
            return model, (state.ReadPast(game),)
        case ShowStatistics(who):
            return model, (state.SumUp(who),)
        case ShowRace():
            return _show_race(model, message)
        case GoOnWith():
            return _go_on_with(model, message)
        case state.GamesFound():
            return _games_found(model, message)
        case state.PastOpened():
            return _opened(model, message)
        case state.Summed():
            return _summed(model, message)
        case state.Souvenir():
            return _souvenir(model, message)
        case state.TidyUp():
            return _tidy_up(model, message)
        case state.Forgot():
            return _forgot(model, message)


def controls(_: Model, page: Games | Replay | Statistics) -> Bindings:
    """Return what every control does on these pages."""
    match page:
        case Games():
            return _of_games(page)
        case Replay():
            return _of_replay(page)
        case Statistics():
            return _of_statistics(page)


def _of_games(page: Games) -> Bindings:
    search, choices = page.search, page.choices
    editions = tuple(edition.value for edition in Edition)
    player = replace(search, player=_following(search.player, choices.players), skip=0)
    edition = replace(search, edition=_following(search.edition, editions), skip=0)
    month = replace(search, month=_following(search.month, choices.months), skip=0)
    chosen = page.found[page.row].game if page.row < len(page.found) else ""
    look = Binding(OpenPast(chosen), "View", is_lit=bool(chosen))
    taps = {
        "p1": Binding(FindGames(player), "Player"),
        "p2": Binding(FindGames(edition), "Edition"),
        "p3": Binding(FindGames(month), "Month"),
        "ok": look,
        "dial": look,
        "ra": Binding(ShowStatistics(search.player), "Statistics"),
        "undo": Binding(Next(), "Back"),
    }
    if search.skip or page.is_more:
        taps["p4"] = Binding(TurnDial(-ROWS), "Newer", is_lit=search.skip > 0)
        taps["p5"] = Binding(TurnDial(ROWS), "Older", is_lit=page.is_more)
    return Bindings(taps, {}, mark("Choose") if page.found else "")


def _of_replay(page: Replay) -> Bindings:
    taps = {
        "p1": Binding(TurnDial(-1), "Back", is_lit=page.at > 0),
        "p2": Binding(TurnDial(1), "Forward", is_lit=page.at < length(page)),
        "ra": Binding(GoTo(page.back), "To the list"),
        "undo": Binding(TurnDial(-1), "Back", is_lit=page.at > 0),
    }
    if page.timeline.game.stage is not Phase.OVER:
        taps["ok"] = Binding(GoOnWith(page.game), "Resume")
    elif scoring.has_race(page.timeline):
        taps["ok"] = Binding(ShowRace(), mark("The table") if page.is_race else "The race")
    return Bindings(taps, {}, mark("Browse the game"))


def _of_statistics(page: Statistics) -> Bindings:
    return Bindings(
        {
            "p1": Binding(TurnDial(-1), "Back"),
            "p2": Binding(TurnDial(1), "Forward"),
            "p3": Binding(ShowStatistics(_following(page.who, page.players)), "Player"),
            "ok": Binding(TurnDial(1), "Forward"),
            "ra": Binding(FindGames(Search(player=page.who)), "Games"),
            "undo": Binding(Next(), "Back"),
        },
        {},
        mark("Choose"),
    )


def _following(now: str, values: Sequence[str]) -> str:
    """Return the value after this one; after the last comes none, and after none the first."""
    ring = ("", *values)
    return stepped(ring, now) if now in ring else ""


def prompt(_: Model, page: Games | Replay | Statistics) -> Prompt:
    """Return what is asked on these pages."""
    match page:
        case Games():
            return Prompt("Which game?")
        case Replay():
            return Prompt("Turn to browse the game")
        case Statistics(who=who) if who:
            return Prompt("{name}: statistics over all games", {"name": who})
        case Statistics():
            return Prompt("Statistics over all games")


def keys(model: Model, page: Games | Replay | Statistics) -> Mapping[str, Message]:
    """Return what each key does on these pages."""
    now = controls(model, page)
    named = {"return": "ok", "backspace": "undo", "z": "undo", "r": "ra"}
    named |= {str(place): f"p{place}" for place in range(1, 6)}
    taps: dict[str, Message] = {
        key: now.taps[control].message for key, control in named.items() if control in now.taps
    }
    turns: dict[str, Message] = {"left": TurnDial(-1), "up": TurnDial(-1)}
    turns |= {"right": TurnDial(1), "down": TurnDial(1)}
    leave: Message = GoTo(page.back) if isinstance(page, Replay) else Next()
    return {**turns, **taps, "escape": leave}
