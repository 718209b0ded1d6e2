"""Spoken words: what is asked and what an action did, shorter than in writing, but complete."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion import narration
from companion.core.commands import Prompt
from companion.core.model import Secrecy
from companion.i18n import Words
from companion.rules.actions import TRACK_SPACES
from companion.rules.editions import Setup, Suns
from companion.rules.events import (
    AuctionBegan,
    EpochBegan,
    EpochEnded,
    Event,
    GameDecided,
    GameEnded,
    TileDrawn,
)
from companion.rules.model import Game
from companion.rules.problems import Fact
from companion.rules.records.timeline import Step
from companion.rules.tiles import Tile


def asked(prompt: Prompt, words: Words) -> str:
    """Return the question on the screen."""
    return filled(prompt.sentence, prompt.facts, words)


def filled(sentence: str, facts: Mapping[str, Fact], words: Words) -> str:
    """Return a sentence with its facts in the language of the table."""
    named = {key: narration.fact_name(key, fact, words) for key, fact in facts.items()}
    return words.say(sentence, **named)


def suns(numbers: Suns) -> str:
    """Return the numbers of suns as a list."""
    return ", ".join(map(str, numbers))


def sentences(before: Game, step: Step, words: Words) -> Iterator[str]:
    """Yield what an action did but for points, given the table before it."""
    setup = before.setup
    for event in step.events:
        match event:
            case TileDrawn(seat, Tile.RA):
                count = before.ra_count + 1
                track = words.say("Ra, {count} of {limit}", count=count, limit=before.ra_limit)
                yield words.state(setup.players[seat], track)
            case TileDrawn(seat, tile):
                drawn = words.state(setup.players[seat], narration.tile_name(tile, words))
                there = sum(each is not None for each in step.game.track)
                track = words.say(
                    "Auction track {count} of {slots}", count=there, slots=TRACK_SPACES
                )
                yield words.end(drawn, track)
            case AuctionBegan() | EpochBegan() | GameEnded() | GameDecided():
                pass  # that Ra was invoked says the first; the others come with their pages
            case _:
                yield narration.event_text(event, setup, words)


def public_text(event: Event, setup: Setup, words: Words) -> str:
    """Return in one sentence what was taken back or is looked back at; empty if it is secret."""
    if isinstance(event, GameEnded | GameDecided):
        return ""
    return narration.event_text(event, setup, words)


def gains(
    ended: EpochEnded, setup: Setup, secrecy: Secrecy, words: Words, *, knows_totals: bool
) -> Iterator[str]:
    """Yield what an epoch brought each player; what they have in all only if that is open.

    Where points are sealed nothing is told of them (R-INF-2). Nobody returns more than they have
    (R-SCO-2), which is told where all who have looked on know how much that is.
    """
    if secrecy is Secrecy.SEALED:
        return
    for name, score in zip(setup.players, ended.scores, strict=True):
        taken = score.after - score.before if knows_totals else score.net
        yield _gain(name, taken, words)
        if secrecy is Secrecy.OPEN:
            yield words.tell(
                "{name}: {number} point in all",
                "{name}: {number} points in all",
                score.after,
                name=name,
            )


def _gain(name: str, taken: int, words: Words) -> str:
    if taken < 0:
        return words.tell(
            "{name} returns {number} point", "{name} returns {number} points", -taken, name=name
        )
    return words.tell(
        "{name} takes {number} point", "{name} takes {number} points", taken, name=name
    )


def placed(place: int, name: str, points: int, words: Words) -> str:
    """Return who came in where, with how many points."""
    return words.tell(
        "Place {place}: {name} with {number} point",
        "Place {place}: {name} with {number} points",
        points,
        place=place,
        name=name,
    )
