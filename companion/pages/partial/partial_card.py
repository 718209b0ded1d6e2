"""What was touched on a table of which only a part is recorded, and what can be done with it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.commands import DIAL, OK, RA, UNDO, Command, Prompt, finger, tap
from companion.core.messages import Next, Open, Play, Route
from companion.core.model import Model
from companion.core.page import Page
from companion.pages.page_view import PlainPage
from companion.pages.partial import joining, partial_table
from companion.pages.reference.guide import Rule
from companion.pages.table import turn_marker
from companion.rules.actions import INVOKE
from companion.rules.editions import Seat
from companion.ui.kit import Kit, Widget
from companion.ui.pieces import SUN_DOWN, SUN_UP, SUN_WON
from companion.ui.style import Size, Ui
from companion.ui.widgets import Spoken, paragraphs


class PartialCard(PlainPage, frozen=True):
    """The sun in the centre, or a player: the touch itself does nothing."""

    whose: Seat | None = None
    """Whose suns; None: the one in the centre."""

    def commands(self, model: Model) -> Iterator[Command]:
        """Return what can be done with it, and the way back."""
        if self.whose is None and INVOKE in partial_table.tellable(joining.partial_game_of(model)):
            yield finger("Invoke Ra", Play(INVOKE))
        theirs = None if self.whose is None else turn_marker.marks(model).get(self.whose)
        if theirs is not None:
            yield finger("Their turn", theirs)
        yield finger("Fix", Open(Route.FIX))
        yield finger("Rules", Open(Route.RULES))
        yield tap("Back", Next(), OK, UNDO, RA, DIAL)

    def prompt(self, model: Model) -> Prompt:
        """Return what was touched."""
        sentence = "The sun in the centre" if self.whose is None else "What a player has"
        return Prompt(sentence)

    def title(self, ui: Ui, model: Model) -> str:
        """Return the name of what was touched."""
        if self.whose is None:
            return super().title(ui, model)
        return joining.partial_game_of(model).name(self.whose)

    def widget(self, kit: Kit, model: Model) -> Widget:
        """Return the sun and what becomes of it, or a player's suns as far as they are known."""
        partial_game = joining.partial_game_of(model)
        if self.whose is not None:
            hand = partial_game.hands[self.whose]
            discs = [kit.sun(each, SUN_UP) for each in hand.suns or ()]
            discs += [kit.sun(each, SUN_DOWN) for each in hand.spent or ()]
            inner = kit.row(*discs, gap=kit.px(10, 5)) if discs else kit.note("?")
            return kit.panel(kit.pad(inner, kit.px(24, 8)))
        rules = Rule.WINNER_TAKES_SUN, Rule.SUN_TO_CENTRE
        lines = tuple(Spoken(kit.say(rule.value)) for rule in rules)
        text = Widget(lambda area: (paragraphs(kit.ui, area, lines, Size.SCORE),))
        disc = (
            ()
            if partial_game.centre is None
            else (kit.sun(partial_game.centre, SUN_WON).share(0.3),)
        )
        return kit.panel(kit.pad(kit.row(*disc, text, gap=kit.px(24, 10)), kit.px(24, 8)))

    def validated(self, model: Model) -> Page | None:
        timeline = model.session.timeline
        return None if timeline is None or timeline.partial_game is None else self
