"""Two tables that differ in one hidden total, and everything that each of them shows or says."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from companion.core.effects import Sound
from companion.core.messages import Message, Tick
from companion.core.model import Agreement, Model, Secrecy
from companion.i18n import ENGLISH
from companion.pages.archive.games import Replay
from companion.pages.controls import controls, keys, prompt
from companion.pages.render import at_rest, lamps, moving, seen
from companion.pages.scoring.finale import Finale
from companion.pages.scoring.points_now import EndEarly
from companion.pages.update import next_deadline
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import Seat
from companion.rules.model import Phase
from companion.rules.records.entries import SetLevel
from companion.rules.records.timeline import Timeline, enter
from companion.speaking.announcing import news, whole_table
from companion.ui.animation import RenderedPage
from companion.ui.scene import Item, Text
from companion.ui.style import Canvas
from tests.core.desk import follow
from tests.view.gallery import TYPE

HIDDEN = tuple(level for level in Secrecy if level is not Secrecy.OPEN)

CANVAS = Canvas(size=(800, 480), type=TYPE, touch=True, letters=True)

_SEEN: dict[int, RenderedPage] = {}
"""What was drawn lately, by the identity of the model, which it keeps alive."""

_MOST_SEEN = 200


def _seen(model: Model) -> RenderedPage:
    """Return what a model's screen shows; each is asked after every message from it."""
    if id(model) not in _SEEN:
        if len(_SEEN) == _MOST_SEEN:
            _SEEN.clear()
        _SEEN[id(model)] = seen(model, CANVAS)
    return _SEEN[id(model)]


class Twins(NamedTuple):
    """The same table, but for the points of one player."""

    one: Model
    other: Model


Pair = tuple[Message, Message]
"""What is said to the one and to the other: the same control, key or place of the screen."""


def twins(model: Model, secrecy: Secrecy, seat: Seat, points: tuple[int, int]) -> Twins:
    """Return a table on which a player's points were corrected to one or the other total."""
    model = model.with_session(agreement=replace(model.session.agreement, secrecy=secrecy))
    one, other = (_with_points(model, seat, each) for each in points)
    return Twins(one, other)


def _with_points(model: Model, seat: Seat, points: int) -> Model:
    if isinstance(model.page, Replay) and model.page.timeline.game.stage is not Phase.OVER:
        told = _told(model.page.timeline, seat, points)
        agreement = Agreement(secrecy=model.session.agreement.secrecy)
        model = replace(model, page=replace(model.page, timeline=told, agreement=agreement))
    if model.session.timeline is None:
        return model
    return model.with_session(timeline=_told(model.session.timeline, seat, points))


def _told(timeline: Timeline, seat: Seat, points: int) -> Timeline:
    """Return the game with the points told before the first action that is not a level."""
    actions = [(step.action, step.tag) for step in timeline.steps]
    levels = [place for place, (said, _) in enumerate(actions, 1) if isinstance(said, SetLevel)]
    fix = Fix(hands=(HandFix(seat, score=points),))
    actions.insert(max(levels, default=0), (fix, ""))
    told = Timeline(start=timeline.start)
    for action, tag in actions:
        told = enter(told, action, tag)
    return told


def is_secret(model: Model) -> bool:
    """Whether points are still hidden: neither the reveal nor an early end has begun."""
    page = model.page
    return not isinstance(page, Finale) and page != EndEarly(is_shown=True)


def leaving(model: Model) -> dict[str, object]:
    """Return everything that the page shows, lights and says, by what it is."""
    now, means = controls(model), keys(model)
    picture = at_rest(_seen(model), CANVAS)
    return {
        "prompt": prompt(model),
        "labels": {
            (way, control): (offer.label, offer.is_lit, offer.is_silent, offer.tile, offer.sun)
            for way, offers in (("tap", now.taps), ("hold", now.holds))
            for control, offer in offers.items()
        },
        "dial": now.dial,
        "keys": {key: type(means[key]) for key in means},
        "lamps": lamps(model),
        "deadline": next_deadline(model),
        "picture": [_without_own(item) for item in picture.items],
        "places to touch": [(each.rect, type(each.message)) for each in picture.targets],
        "speech": news(None, model, ENGLISH),
        "table aloud": whole_table(model, ENGLISH),
    }


def _without_own(item: Item) -> Item:
    """Return the same without what only the player sees who holds their button down."""
    return replace(item, text="") if isinstance(item, Text) and item.is_private else item


def private_words(pair: Twins) -> tuple[str, ...]:
    """Return what each table shows to nobody but who holds a button down."""
    return tuple(
        item.text
        for model in pair
        for item in at_rest(_seen(model), CANVAS).items
        if isinstance(item, Text) and item.is_private
    )


def offered(pair: Twins) -> dict[str, Pair]:
    """Return every message that both tables offer, by a name, with its twin.

    What only one of them offers stands among what leaves it.
    """
    sides = [dict(_offers(model)) for model in pair]
    found: dict[str, Pair] = {}
    known: set[str] = set()
    for name, message in sides[0].items():
        if name in sides[1] and (text := repr(message)) not in known:
            known.add(text)
            found[name] = (message, sides[1][name])
    return found


def _offers(model: Model) -> Iterator[tuple[str, Message]]:
    now = controls(model)
    for way, offers in (("tap", now.taps), ("hold", now.holds)):
        yield from ((f"{way} {control}", offers[control].message) for control in sorted(offers))
    yield from ((f"key {key}", message) for key, message in sorted(keys(model).items()))
    touched = at_rest(_seen(model), CANVAS).targets
    yield from ((f"touch {place}", each.message) for place, each in enumerate(touched))
    due = next_deadline(model)
    yield from (("wait", Tick(due)),) if due is not None else ()


def after(pair: Twins, said: Pair) -> tuple[Twins, list[dict[str, object]]]:
    """Return both tables after a message, and what each told on the way there."""
    found = [_taken(model, message) for model, message in zip(pair, said, strict=True)]
    return Twins(found[0][0], found[1][0]), [told for _, told in found]


def _taken(model: Model, message: Message) -> tuple[Model, dict[str, object]]:
    now, effects = follow(model, message)
    done = [each if isinstance(each, Sound) else type(each) for each in effects]
    if now.session.timeline is not model.session.timeline:
        now = now.with_screen(acted_at=now.now)
    told: dict[str, object] = {"orders": done, "page": type(now.page)}
    if is_secret(now):
        told["news"] = news(model, now, ENGLISH)
        told["motion"] = moving(_seen(model), _seen(now), CANVAS).moves
    return now, told
