"""One button for everything: what is possible is pointed at in turn, and the Ra button takes it.

Nothing is lost by waiting: after the last place comes the first again, for as long as it takes.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.core import at_light
from companion.core.controls import controls
from companion.core.effects import Again, Effect
from companion.core.menu import entries
from companion.core.messages import Message, NextLanguage, Play, StepSun, TakePointed, TakeSun
from companion.core.model import AtTable, Menu, Model, Welcome
from companion.core.offers import Offer
from companion.core.picking import winning_suns
from companion.core.picks import PickGod
from companion.rules.actions import GODS
from companion.rules.legal import god_targets, has_god
from companion.rules.model import Auction, Phase

_ORDER = ("p1", "p2", "p3", "p4", "p5", "ra", "ok", "dial")
"""In what order controls are gone through; what takes back comes last."""

_ASIDE = ("ok", "undo", "dial")
"""The controls whose holds lead away from the game."""


def is_scanning(model: Model) -> bool:
    """Whether the Ra button alone does everything."""
    return model.preferences.scan_seconds > 0


def places(model: Model) -> tuple[Offer, ...]:
    """Return everything that is possible now, each once, in the order of being pointed at."""
    found: dict[Message, Offer] = {}
    for offer in _possible(_by_hand(model)):
        if offer.is_lit:
            found.setdefault(offer.message, offer)
    return tuple(found.values())


def _by_hand(model: Model) -> Model:
    """Return the same for people who use all buttons."""
    return replace(model, preferences=replace(model.preferences, scan_seconds=0.0))


def _possible(model: Model) -> Iterator[Offer]:
    if isinstance(model.page, Menu):
        yield from (Offer(entry.message, entry.label) for entry in entries(model))
        return
    offered = controls(model)
    yield from _of_the_table(model)
    yield from at_light.by_one_button(model)
    for control in _ORDER:
        if control in offered.taps and not isinstance(offered.taps[control].message, StepSun):
            yield offered.taps[control]
    if isinstance(model.page, Welcome):
        yield Offer(NextLanguage(1), "Language")
    for control in sorted(offered.holds, key=lambda control: control in _ASIDE):
        if not offered.holds[control].follows_tap:
            yield offered.holds[control]
    if "undo" in offered.taps:
        yield offered.taps["undo"]


def _of_the_table(model: Model) -> Iterator[Offer]:
    """Yield suns to bid, one by one, and tiles for a god that no button reaches."""
    if not isinstance(model.page, AtTable):
        return
    game = model.game
    if isinstance(game.stage, Auction):
        yield from (Offer(TakeSun(sun), sun=sun) for sun in winning_suns(game, game.active))
        return
    is_asked = game.stage is Phase.GODS or isinstance(model.page.pick, PickGod)
    if is_asked and has_god(game.players[game.active]):
        for god in god_targets(game.lane):
            yield Offer(Play(GODS[god.slot]), tile=game.lane[god.slot])


def pointed(model: Model) -> Offer | None:
    """Return what the Ra button takes now; None where nothing is possible."""
    offered = places(model)
    if not offered:
        return None
    return offered[_steps(model) % len(offered)]


def _steps(model: Model) -> int:
    """Return how often another place has been pointed at."""
    return int((model.now - model.scanned_from) / _pace(model) + _NEARLY)


def _pace(model: Model) -> float:
    return max(QUICKEST_SECONDS, model.preferences.scan_seconds)


QUICKEST_SECONDS = 0.1
"""Nobody sees what is pointed at for less, whatever the settings say."""

_NEARLY = 1e-6
"""A step that is due is made, whatever floating point makes of it."""


def deadline(model: Model) -> float | None:
    """Return when the next place is pointed at, in monotonic seconds; None if nothing moves."""
    if not is_scanning(model) or len(places(model)) < 2:  # noqa: PLR2004 - nowhere else to point
        return None
    return model.scanned_from + (_steps(model) + 1) * _pace(model)


def take_pointed(model: Model, _: TakePointed) -> tuple[Model, tuple[Effect, ...]]:
    """Take what is pointed at."""
    offer = pointed(model) if is_scanning(model) else None
    return model, () if offer is None else (Again(offer.message),)


def begun_again(before: Model, after: Model) -> Model:
    """Return the model after a message: what is possible anew is gone through from the first."""
    if not is_scanning(after) or places(before) == places(after):
        return after
    return replace(after, scanned_from=after.now)
