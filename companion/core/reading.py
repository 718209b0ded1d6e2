"""Reading while the game waits: the rules card, the overview, and what scores now."""

from msgspec.structs import replace

from companion.core.card import card
from companion.core.effects import Effect
from companion.core.guide import LEAVES
from companion.core.messages import (
    GoTo,
    Healed,
    Message,
    Next,
    Remembered,
    SetLanguage,
    ShowCard,
    Tick,
    Trouble,
    Turn,
)
from companion.core.model import About, History, Menu, Model, Page, Rules, Secrecy, Worth
from companion.core.notices import Notes, Notice
from companion.core.offers import Controls, Offer, player_control
from companion.core.playing import refused
from companion.rules.model import Phase
from companion.words import mark

Update = tuple[Model, tuple[Effect, ...]]

_IN_PASSING = ShowCard | Tick | Trouble | Healed | Remembered | SetLanguage
"""What happens by itself, and leaves the card where it lies."""


def put_away(model: Model, message: Message) -> Model:
    """Return the model without the card, if somebody does anything; what it is still counts."""
    if not model.is_card_shown or isinstance(message, _IN_PASSING):
        return model
    return replace(model, is_card_shown=False)


def _is_beside_the_game(model: Model) -> bool:
    """Whether nothing is decided here, and nothing half done is lost by reading."""
    return isinstance(model.page, Menu | About | Worth)


def can_ask(model: Model) -> bool:
    """Whether the rules can be asked for: by a card, or by opening the overview."""
    return _is_beside_the_game(model) or card(model) is not None


def show_card(model: Model, _: ShowCard) -> Update:
    """Lay the card over the table, or put it away; beside the game open the overview."""
    if _is_beside_the_game(model):
        return replace(model, page=Rules()), ()
    if card(model) is None:
        return refused(model, Notice(Notes.NOT_NOW))
    return replace(model, is_card_shown=not model.is_card_shown), ()


def can_look_at_worth(model: Model) -> bool:
    """Whether what tiles are worth may be shown: all are known, and points are not sealed."""
    timeline = model.timeline
    if timeline is None or timeline.ledger is not None:
        return False
    is_playing = timeline.game.stage is not Phase.OVER
    return is_playing and model.agreement.secrecy is not Secrecy.SEALED


def readable(model: Model, page: Page) -> Page | None:
    """Return this page, the overview open at a leaf that there is; None where it has no place."""
    match page:
        case Rules():
            return turned_to(page, 0)
        case Worth(seat):
            is_there = can_look_at_worth(model) and seat in (None, *model.game.setup.seats)
            return page if is_there else None
        case _:
            return page


def turned_to(page: Rules, steps: int) -> Rules:
    """Return the leaf so many further on; the last one is the end."""
    return Rules(min(max(0, page.leaf + steps), LEAVES - 1))


def with_card(model: Model, now: Controls) -> Controls:
    """Return the controls with a way to the card where holding the dial means nothing else.

    So the dial can be held nearly everywhere, and held with OK it asks for the card. Who looks
    back through the game has no room for one more sign, and asks by key or touch.
    """
    if "dial" in now.holds or card(model) is None or isinstance(model.page, History):
        return now
    return replace(now, holds={**now.holds, "dial": Offer(ShowCard(), "The rules")})


def rules_controls(_: Model, page: Rules) -> Controls:
    """Return what every control does while the overview is read."""
    earlier = Offer(Turn(-1), "Back", is_lit=page.leaf > 0)
    later = Offer(Turn(1), "Forward", is_lit=page.leaf < LEAVES - 1)
    close = Offer(Next(), "Close")
    taps = {"p1": earlier, "p2": later, "ok": later, "undo": close, "ra": close, "dial": close}
    return Controls(taps, {}, mark("Through the rules"))


def worth_controls(model: Model, page: Worth) -> Controls:
    """Return what every control does on the page of what scores now."""
    taps = {
        player_control(model, seat): Offer(
            GoTo(Worth(None if page.reasons_for == seat else seat)), "Why?"
        )
        for seat in model.game.setup.seats
    }
    back = Offer(Next(), "Back to the table")
    return Controls({**taps, "ok": back, "ra": back, "undo": back})
