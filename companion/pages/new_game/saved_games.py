"""Several unfinished games: which one is resumed?"""

from __future__ import annotations

from typing import ClassVar

from companion import narration
from companion.core.commands import BUTTONS, Entry
from companion.core.effects import ResumeGame, Update, do
from companion.core.messages import Next, SavedGame
from companion.core.model import Model, called
from companion.i18n import mark
from companion.pages.list_page import ListPage
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.style import PLAIN, QUIET, Size


class SavedGames(ListPage, frozen=True):
    """The games that can go on, the newest first."""

    asks: ClassVar[str] = mark("Which game?")

    games: tuple[SavedGame, ...]

    def entries(self, model: Model) -> tuple[Entry, ...]:
        words = mark("Continue this game")
        lines = (Entry(words, do(SavedGames.go_on, saved.game)) for saved in self.games)
        return (*lines, Entry("Back", Next()))

    def go_on(self, model: Model, game: str) -> Update:
        """Resume one of them."""
        is_there = any(saved.game == game for saved in self.games)
        return model, (ResumeGame(game),) if is_there else ()

    def widget(self, kit: Kit, model: Model) -> Widget:
        """Return a line for each game: when it was left, its epoch, and who plays."""
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


def _shown(kit: Kit, saved: SavedGame, model: Model) -> Widget:
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
