"""Setting up the scoring assistant: who played, and which epoch or epochs are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from companion.core.commands import (
    DIAL,
    OK,
    RA,
    UNDO,
    Command,
    Prompt,
    hold,
    key,
    stepped,
    tap,
    turning,
)
from companion.core.effects import Update, do
from companion.core.messages import (
    GoTo,
    Join,
    Message,
    NextAlphabet,
    Open,
    Route,
    TakeLetter,
    TakeName,
    TypeName,
)
from companion.core.model import Guest, Model
from companion.core.page import Page
from companion.i18n import Words, mark
from companion.narration.aloud import asked
from companion.pages import letters
from companion.pages.letters import Naming, NamingPage, OnScreenKeyboard, Writing
from companion.pages.page_view import EDITIONS, PENALTIES
from companion.pages.score_sheet import result, tally
from companion.rules.actions import Level
from companion.rules.editions import (
    STARTING_SCORE,
    SUN_GROUPS,
    Edition,
    NoPenalty,
    Options,
    Split,
    setup,
)
from companion.rules.names import unique, visible
from companion.rules.partial import Holding, unknown
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.style import PLAIN, QUIET, TOUCH_PX, Shape, Size

if TYPE_CHECKING:
    from companion.pages.score_sheet.tally import SheetTally


class Scope(Enum):
    """What is counted."""

    WHOLE = "whole"
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"


SCOPES = {
    Scope.WHOLE: mark("all three epochs"),
    Scope.FIRST: mark("First epoch"),
    Scope.SECOND: mark("Second epoch"),
    Scope.THIRD: mark("Third epoch"),
}
"""What each of them is called, in English words, which are also what is translated."""

_EPOCHS = {Scope.WHOLE: 1, Scope.FIRST: 1, Scope.SECOND: 2, Scope.THIRD: 3}

EPOCH_SCOPES = {1: Scope.FIRST, 2: Scope.SECOND, 3: Scope.THIRD}


class SheetSetup(NamingPage, frozen=True):
    """The page before a table is scored that played without us."""

    is_sheet: ClassVar[bool] = True
    has_lines: ClassVar[bool] = True

    names: tuple[str, ...]
    """Empty where nobody said a name: called by the colour of their button."""
    scope: Scope = Scope.WHOLE
    no_penalty: NoPenalty = NoPenalty.OFF
    """When two players are spared the penalties for being last (R-SCO-5)."""
    edition: Edition = Edition.C25
    """It decides how epochs are called."""
    row: int = 0
    """Which row is pointed at: players, what is counted, each name, the edition, and what two
    players agreed."""
    sheet: OnScreenKeyboard | None = None
    """The letters on the screen, if they are open for the name that is pointed at."""
    counted: SheetTally | None = None
    """What was counted before people came back here."""

    @classmethod
    def from_route(cls, model: Model, *_: object) -> Page:
        """Return the page for a table that played without us: half counted, or a new one.

        A sheet that is whole is offered where it was set up: to look at, or to make room.
        """
        page, agreed = model.pending.counting, model.session.agreement.options
        if page is not None and page.is_assistant:
            if not result.is_whole_sheet(page):
                return page
            return setup_of(result.first_epoch(page), model.preferences.colour_names)
        played_last = tuple(guest.name for guest in model.session.last_guests)
        return cls(
            played_last or ("",) * max(SUN_GROUPS),  # as many as may play if nobody did
            no_penalty=agreed.two_player_no_penalty,
            edition=agreed.edition,
        )

    @property
    def is_naming(self) -> bool:
        """Whether a name is pointed at, into which letters are typed."""
        return named(self) is not None

    @property
    def naming(self) -> Naming | None:
        """Who is given a name on the sheet of letters; None if it is not open."""
        place = named(self)
        if self.sheet is None or place is None:
            return None
        guests = tuple(map(Guest, range(len(self.names)), self.names))
        return Naming(guests, place, self.sheet)

    def commands(self, model: Model) -> Iterator[Command]:
        if self.naming is not None:
            yield from self.naming.commands(model)
            yield key("end", self.naming.done)
            return
        count = GoTo(counting(self, model.preferences.colour_names))
        change = do(SheetSetup.change, self.row, 1)
        place = named(self)
        yield tap("Count", count, RA, keys="tab")
        if place is None:
            yield tap("Count", count, OK)
        elif self.names[place]:  # not a turn of the dial, which the arrow keys stand for
            yield tap("Next", do(SheetSetup.change, self.row + 1, 0), OK)
        else:
            yield tap("Change", change, OK)
        yield tap("Change", change, DIAL)
        yield key("right", change)
        yield key("left", do(SheetSetup.change, self.row, -1))
        yield tap("Back", Open(Route.WELCOME), UNDO)
        if self.counted is not None:
            yield hold("Delete", do(SheetSetup.delete), RA, keys="delete")
        yield turning("Choose")

    def prompt(self, model: Model) -> Prompt:
        if self.naming is not None:
            return Prompt("Who sits here?")
        return Prompt("Choose who played and what to count")

    def said_aloud(self, model: Model, words: Words) -> Iterator[str]:
        place = named(self)
        if self.naming is not None:
            yield self.naming.aloud(model, words) or asked(self.prompt(model), words)
        elif place is not None:
            yield visible(self.names[place]) or model.preferences.colour_names[place]
        else:
            title, value = self._lines(words)[self.row]
            yield words.state(title, value)

    def _lines(self, words: Words) -> Mapping[int, tuple[str, str]]:
        """Return what is chosen beside the names, and how it is now, by its row."""
        last = _FIRST_NAME + len(self.names)
        return {
            0: (words.say("Players"), str(len(self.names))),
            1: (words.say("What is counted"), words.say(SCOPES[self.scope])),
            last: (words.say("Edition"), words.say(EDITIONS[self.edition])),
            last + 1: (
                words.say("Penalty for fewest and lowest"),
                words.say(PENALTIES[self.no_penalty]),
            ),
        }

    def change(self, model: Model, row: int, steps: int) -> Update:
        """Point at a row and give it its next value, or an earlier one.

        A name is given on the sheet of letters, where those used here before come first.
        """
        return replace(model, page=changed(self, row, steps)), ()

    def delete(self, model: Model) -> Update:
        """Throw away what was counted; those who play stay."""
        return replace(model.with_pending(counting=None), page=replace(self, counted=None)), ()

    def update(self, model: Model, message: Message) -> Update | None:
        match message:
            case TypeName() | TakeLetter() | TakeName() | NextAlphabet():
                return replace(model, page=self._written(model, message)), ()
            case Join() if self.sheet is not None:
                return replace(model, page=replace(self, row=self.row + 1, sheet=None)), ()
            case _:
                return None

    def _written(self, model: Model, message: Writing) -> SheetSetup:
        """Return the page with more of a name; a keyboard needs no letters on the screen."""
        place = named(self)
        if place is None:
            return self
        now = replace(self, sheet=self.sheet or OnScreenKeyboard()).naming
        if now is None:
            return self
        name, sheet = now.written(model, message)
        names = (*self.names[:place], name, *self.names[place + 1 :])
        return replace(self, names=names, sheet=None if self.sheet is None else sheet)

    def turn(self, model: Model, steps: int) -> Update:
        if self.naming is not None:
            return super().turn(model, steps)
        return replace(model, page=replace(self, row=(self.row + steps) % length(self))), ()

    def widget(self, kit: Kit, model: Model) -> Widget:
        naming = self.naming
        if naming is not None:
            return Widget(lambda area: letters.one_name(kit.ui, area, model, naming))
        names = [
            self._name(kit, place, model.preferences.colour_names[place])
            for place in range(len(self.names))
        ]
        if len(names) % _BESIDE:
            names.append(NOTHING)
        gap = kit.px(8, 4)
        steppers = [
            self._stepper(kit, row, *line)
            for row, line in self._lines(kit.ui.canvas.words).items()
            if row < length(self)
        ]
        lines = [
            *steppers[:_FIRST_NAME],
            *(kit.row(*names[at : at + _BESIDE], gap=gap) for at in range(0, len(names), _BESIDE)),
            *steppers[_FIRST_NAME:],
        ]
        high = kit.px(70, 54 if kit.ui.shape is Shape.COMPACT else 84)
        high = max(high, 2 * kit.ui.line_height(Size.LABEL))
        whole = kit.top(kit.column(*lines, gap=gap), len(lines) * (high + gap) - gap)
        if not self.is_naming or not kit.ui.canvas.letters:
            return whole
        return kit.column(whole, kit.note(kit.say("Type a name")).fixed(kit.px(40, 28)))

    def _stepper(self, kit: Kit, row: int, title: str, value: str) -> Widget:
        ways = do(SheetSetup.change, row, -1), do(SheetSetup.change, row, 1)
        return kit.stepper(title, value, ways, is_pointed=row == self.row)

    def _name(self, kit: Kit, place: int, colour: str) -> Widget:
        """Return the row of a name: a touch opens the letters."""
        row = _FIRST_NAME + place
        name = visible(self.names[place])
        words = kit.text(name or colour, Size.NAME, PLAIN if name else QUIET)
        side, sign = max(TOUCH_PX, kit.px(44)), kit.px(36, 26)
        emblem = kit.middle(kit.emblem(place), high=sign)
        pencil = kit.middle(kit.picture("ui_pencil", kit.theme.gold), high=sign)
        line = kit.panel(
            kit.row(emblem.fixed(side), words, pencil.fixed(side)), active=row == self.row
        )
        return kit.pressed(line, do(SheetSetup.change, row, 1), is_pointed=row == self.row)


def setup_of(page: SheetTally, colours: Sequence[str]) -> SheetSetup:
    """Return the page on which this count was set up; going on from there leads back into it."""
    agreed = page.partial_game.setup.options
    called = zip(page.partial_game.setup.players, colours, strict=False)
    return SheetSetup(
        names=tuple("" if name == colour else name for name, colour in called),
        scope=Scope.WHOLE if page.is_whole else EPOCH_SCOPES[page.epoch],
        no_penalty=agreed.two_player_no_penalty,
        edition=agreed.edition,
        counted=page,
    )


def length(page: SheetSetup) -> int:
    """Return how many rows there are."""
    return 3 + len(page.names) + (len(page.names) == min(SUN_GROUPS))


def named(page: SheetSetup) -> int | None:
    """Return whose name is pointed at, as a place in ``names``; None if nobody's is."""
    place = page.row - _FIRST_NAME
    return place if 0 <= place < len(page.names) else None


def changed(page: SheetSetup, row: int, steps: int) -> SheetSetup:
    """Return the page with another value in a row, which is pointed at from now on."""
    page = replace(page, row=row % length(page), sheet=None)
    players = len(page.names)
    match page.row:
        case 0:
            names = (*page.names, *[""] * max(SUN_GROUPS))
            return replace(page, names=names[: stepped(tuple(SUN_GROUPS), players, steps)])
        case 1:
            return replace(page, scope=stepped(tuple(SCOPES), page.scope, steps))
        case row if row < 2 + players:
            return replace(page, sheet=OnScreenKeyboard()) if steps else page
        case row if row == 2 + players:
            return replace(page, edition=stepped(tuple(Edition), page.edition, steps))
        case _:
            return replace(page, no_penalty=stepped(tuple(NoPenalty), page.no_penalty, steps))


def counting(page: SheetSetup, colours: Sequence[str]) -> SheetTally:
    """Return the first page to count on; everybody has what a game begins with (R-SET-3).

    What was counted before is there again, of as many players as there are now.
    """
    names = unique([visible(name) or colours[place] for place, name in enumerate(page.names)])
    two = len(names) == min(SUN_GROUPS)
    options = Options(
        edition=page.edition,
        two_player_split=Split.RAZZIA if two else None,
        two_player_no_penalty=page.no_penalty if two else NoPenalty.OFF,
    )
    counted, hands = page.counted, [Holding(score=STARTING_SCORE)] * len(names)
    if counted is not None:
        hands[: len(counted.counts)] = counted.partial_game.hands[: len(names)]
    partial_game = replace(
        unknown(setup(names, options)),
        level=Level.SCORE_ONLY,
        hands=tuple(hands),
        epoch=_EPOCHS[page.scope],
    )
    is_whole = page.scope is Scope.WHOLE
    fresh = replace(tally.of_partial_game(partial_game), is_assistant=True, is_whole=is_whole)
    return fresh if counted is None else result.carried(counted, fresh)


_FIRST_NAME = 2
"""Above the names stands how many they are, and what is counted."""

_BESIDE = 2
