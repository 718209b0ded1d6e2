"""How a game begins: dealt, as a rematch, or resumed, which people choose from a list."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion import narration
from companion.core import messages
from companion.core.commands import BUTTONS, Entry
from companion.core.effects import (
    CloseBook,
    Deal,
    Dispatch,
    ResumeGame,
    Update,
    do,
    refused,
    saying,
)
from companion.core.model import (
    FEWEST_PLAYERS,
    Guest,
    Model,
    all_called,
    called,
    choosable,
    names_apart,
    without_game,
)
from companion.core.notices import Notes, Notice
from companion.core.page import Room
from companion.i18n import mark
from companion.pages.new_game import dealing, options, seating
from companion.pages.page_view import ListPage
from companion.pages.registry import at_rest
from companion.pages.table.playing import as_played, brought, fitting, page_after, with_machines
from companion.rules.actions import Level
from companion.rules.editions import setup
from companion.rules.model import Phase
from companion.rules.records.entries import SetLevel
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.style import PLAIN, QUIET, Size


def begin_with(model: Model, guests: tuple[Guest, ...]) -> Update:
    """Hand out suns to those who sit here: dealt by the screen, or by people themselves."""
    if not are_enough(model, guests):
        return refused(model, Notice(Notes.NEEDS_TWO))
    if model.session.agreement.is_first and not isinstance(model.page, dealing.LayingOut):
        return replace(model, page=dealing.LayingOut(guests)), ()
    everybody = with_machines(model, guests)
    return deal(model, everybody, is_by_hand=model.session.agreement.dealt_by_hand)


def are_enough(model: Model, guests: tuple[Guest, ...]) -> bool:
    """Whether those who sit here can play, with the seats that the table plays."""
    return len(with_machines(model, guests)) >= FEWEST_PLAYERS


def deal(model: Model, guests: tuple[Guest, ...], *, is_by_hand: bool) -> Update:
    """Deal the suns for these guests, or ask who has which."""
    if is_by_hand:
        return replace(model, page=dealing.filled_by_hand(guests)), ()
    return model, (Deal(guests, fitting(model.session.agreement, len(guests))),)


def _taken(model: Model, message: messages.TakeSuns) -> Update:
    """Show everybody's suns; a game that is over gives its place to the next."""
    page = dealing.Dealing(message.guests, message.suns)
    if model.session.timeline is None:
        return replace(model, page=page), ()
    if model.game.stage is not Phase.OVER:
        return model, ()
    return replace(without_game(model).with_screen(notice=None), page=page), (CloseBook(),)


def _rematch(model: Model) -> Update:
    """Deal again for the same people, unless they are still playing."""
    who = tuple(_as_person(model, guest) for guest in model.session.last_guests)
    is_free = model.session.timeline is None or model.game.stage is Phase.OVER
    if not who or not is_free:
        return model, ()
    after, effects = begin_with(model, who)
    if model.session.timeline is None or effects:
        return after, effects
    return without_game(after).with_screen(notice=None), (CloseBook(),)


def _as_person(model: Model, guest: Guest) -> Guest:
    """Return a guest without the name of a machine: it stays behind where it had their seat."""
    known, machines = model.session.known_names, model.preferences.machine_names
    is_left_over = guest.is_person and guest.name in machines and guest.name not in known
    return replace(guest, name="") if is_left_over else guest


def dealt(model: Model, message: messages.Dealt) -> Update:
    """Bring a new game to the table, entered at the level that was agreed."""
    level = message.agreement.level
    after, effects = brought(model, message.setup, message.guests, message.agreement)
    if level is Level.FULL:
        return after, effects
    return after, (*effects, Dispatch(messages.Enter(SetLevel(level))))


def _resumed(model: Model, message: messages.Resumed) -> Update:
    """Bring a kept game back to the table."""
    buttons = tuple(guest.button for guest in message.guests)
    back = replace(
        without_game(model)
        .with_session(
            timeline=all_called(message.timeline, message.guests, model),
            buttons=buttons,
            agreement=replace(
                as_played(message.agreement, message.guests),
                level=model.session.agreement.level,
                is_first=False,
            ),
            is_first=message.agreement.is_first,
            last_guests=message.guests,
            kept=isinstance(model.page, SavedGames),  # the others
            rejected=message.rejected,
        )
        .with_pending(auction=message.auction)
        .with_screen(notice=None),
        page=model.page,
    )
    is_over = message.timeline.game.stage is Phase.OVER
    back = replace(back, page=at_rest(back) if is_over else page_after(back))
    # no journal knows how far points were laid: what follows them leads back to them
    seen = back.page.next_page(back) if back.page.is_reveal else None
    back = back if seen is None else seen[0]
    for notice in message.notices:
        back = saying(back, notice)
    return back, ()


def _remembered(model: Model, message: messages.Remembered) -> Update:
    """Note who was here before, and keep those who sit at the table now.

    Guests of a café are strangers to those before them: none of their names is offered.
    """
    if model.preferences.kiosk:
        return model.with_session(kept=model.session.kept or message.kept), ()
    names = tuple(dict.fromkeys((*model.session.known_names, *message.known_names)))
    known = choosable(names, model)
    guests, agreement = model.session.last_guests, model.session.agreement
    if message.last_guests and not guests:
        guests = message.last_guests
        agreement = as_played(agreement, guests)
    kept = model.session.kept or message.kept
    after = model.with_session(
        known_names=known, last_guests=guests, agreement=agreement, kept=kept
    )
    return after, ()


def _agree(model: Model, message: messages.Agree) -> Update:
    if model.session.timeline is not None:
        return refused(model, Notice(Notes.NOT_NOW))  # its secrecy was agreed on before
    return model.with_session(agreement=message.agreement), ()


def _go_on(model: Model, _: messages.GoOn) -> Update:
    is_free = model.session.kept and model.session.timeline is None
    return model, (ResumeGame(),) if is_free else ()


def _choose(model: Model, message: messages.SavedGamesFound) -> Update:
    is_free = model.session.timeline is None
    return (replace(model, page=SavedGames(games=message.games)) if is_free else model), ()


def begin_under_way(model: Model) -> Update:
    """Begin recording a game in progress, and ask for its position."""
    page = model.page
    if not isinstance(page, seating.Seating | options.OptionsPage):
        return refused(model, Notice(Notes.NOT_NOW))
    if len(page.guests) < FEWEST_PLAYERS:
        return refused(model, Notice(Notes.NEEDS_TWO))
    agreement = fitting(model.session.agreement, len(page.guests))
    dealt = setup(names_apart(page.guests, model), agreement.options)
    after, effects = brought(model, dealt, page.guests, agreement)
    unknown = Dispatch(messages.Enter(SetLevel(Level.LIGHT, is_unknown=True)))
    return after, (
        *effects,
        unknown,
        Dispatch(messages.Open(messages.Route.JOINING, (agreement.level,))),
    )


class SavedGames(ListPage, frozen=True):
    """The games that can go on, the newest first."""

    asks: ClassVar[str] = mark("Which game?")

    games: tuple[messages.SavedGame, ...]

    def entries(self, model: Model) -> tuple[Entry, ...]:
        words = mark("Continue this game")
        lines = (Entry(words, do(SavedGames.go_on, saved.game)) for saved in self.games)
        return (*lines, Entry("Back", messages.Next()))

    def go_on(self, model: Model, game: str) -> Update:
        """Resume one of them."""
        is_there = any(saved.game == game for saved in self.games)
        return model, (ResumeGame(game),) if is_there else ()

    def widget(self, kit: Kit, model: Model) -> Widget:
        lines, gap = [], kit.px(10, 5)
        for at, line in enumerate(self.entries(model)):
            is_chosen = at == self.ringed(model)
            shown = (
                _shown(kit, self.games[at], model)
                if at < len(self.games)
                else kit.text(kit.say(line.label), Size.NAME)
            )
            words = kit.panel(kit.pad(shown, kit.px(16, 8), 3), active=is_chosen)
            lines.append(kit.pressed(words, line.message, is_pointed=is_chosen))
        high = len(lines) * (kit.px(96, 88 if kit.is_tall else 62) + gap)
        return kit.middle(kit.column(*lines, gap=gap), high=high)


def _shown(kit: Kit, saved: messages.SavedGame, model: Model) -> Widget:
    ui = kit.ui
    epoch = narration.epoch_name(saved.epoch, saved.setup, ui.canvas.words)
    people = tuple(
        kit.row(
            kit.emblem(guest.button).fixed(kit.px(34, 22)),
            kit.line(called(guest, model), Size.NAME, PLAIN),
            gap=kit.px(10, 5),
        )
        for guest in saved.guests
    )
    across = BUTTONS if ui.is_full else 3
    lines = [people[at : at + across] for at in range(0, len(people), across)]
    names = [  # below those of other games
        kit.row(*line, *(NOTHING,) * (across - len(line)), gap=kit.px(14, 6)) for line in lines
    ]
    if kit.is_tall:
        when = kit.line(ui.canvas.words.list((saved.left, epoch)), Size.LABEL, QUIET)
        return kit.column(when, *names)
    wide = ui.width(saved.left, Size.LABEL, QUIET.weight) + 1
    told = kit.column(kit.line(saved.left, Size.LABEL, QUIET), kit.line(epoch, Size.LABEL, QUIET))
    return kit.row(told.fixed(wide), kit.column(*names), gap=kit.px(28, 12))


ROOM = Room(
    messages={
        messages.Agree: _agree,
        messages.BeginUnderWay: lambda model, _: begin_under_way(model),
        messages.Rematch: lambda model, _: _rematch(model),
        messages.TakeSuns: _taken,
        messages.Dealt: dealt,
        messages.Resumed: _resumed,
        messages.GoOn: _go_on,
        messages.SavedGamesFound: _choose,
        messages.Remembered: _remembered,
    }
)
