"""``ra-companion play``: one person plays against one to four machines, in plain text."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from secrets import randbits
from typing import Annotated

from companion import narration
from companion.cli.terminal.options import SpokenOptions
from companion.cli.terminal.output import ask, complain, say
from companion.cli.terminal.table import aligned, points_table, ranking_lines
from companion.core.model import MACHINES
from companion.i18n import Words
from companion.journal.disk import write_file
from companion.opponent.deciding import decide
from companion.opponent.strength import Strength
from companion.options import Option
from companion.rules.actions import (
    DRAWS,
    REACH_INTO_BAG,
    TRACK_SPACES,
    Bid,
    Choice,
    Draw,
    EndGods,
    Invoke,
    Pass,
    UseGod,
)
from companion.rules.editions import SUN_GROUPS, Seat, setup
from companion.rules.engine import Dice
from companion.rules.events import EpochEnded, GameEnded
from companion.rules.legal import choices
from companion.rules.model import Auction, Game, Phase
from companion.rules.problems import BadSetup
from companion.rules.records import record
from companion.rules.records.timeline import Timeline, begin, effective_entries, enter
from companion.rules.thawing import choice_of, thawed
from companion.rules.tiles import KINDS
from companion.storage import Status

ABOUT = """\
Play Ra in the terminal against one to four machines.

They know no more about the bag than you do. You are asked whenever you decide; type the word or
number before a choice, and Enter. Ctrl-D ends the game early.
"""

EXAMPLES = """\
Examples:
  ra-companion play
  ra-companion play --against strong
  ra-companion play --against quick,quick,steady --record evening.jsonl
"""

_CHANCE_BITS = 30

_A_DECISION = 7_919

_WORDS: Mapping[type, str] = {Invoke: "r", EndGods: "e", Pass: "p"}
"""What is typed for what has no number."""

_DRAW, _GOD = "d", "g"


def machines(text: str) -> tuple[Strength, ...]:
    """Return who plays besides the person.

    Raises:
        ValueError: It does not say so.
    """
    known = {each.value: each for each in Strength if each is not Strength.RANDOM}
    named = text.split(",")
    if len(named) + 1 in SUN_GROUPS and all(name in known for name in named):
        return tuple(known[name] for name in named)
    raise ValueError(f"write 1 to 4 of {', '.join(known)}, with commas between them")


_AGAINST = "1 to 4 of quick, steady and strong (default: steady,steady)"


class Options(SpokenOptions, frozen=True, kw_only=True):
    """Who plays, and what is kept."""

    against: Annotated[tuple[Strength, ...], Option(_AGAINST, "WHO", read=machines)] = (
        Strength.STEADY,
        Strength.STEADY,
    )
    name: Annotated[str, Option("your name", "NAME")] = ""
    seed: Annotated[int | None, Option("play the game of this number again", "N")] = None
    record: Annotated[Path | None, Option("save the game as a record", "FILE")] = None


def run(options: Options) -> Status:
    """Play a game and return the exit status.

    Raises:
        OSError: The record cannot be written, or nobody reads what is printed.
    """
    if sys.stdin is None:
        complain(["standard input is empty"])
        return Status.UNREADABLE
    words = options.words
    seed = randbits(_CHANCE_BITS) if options.seed is None else options.seed
    rivals = [words.say(name) for name in MACHINES[: len(options.against)]]
    try:
        table = setup((options.name.strip() or words.say("Guest"), *rivals))
    except BadSetup as why:
        complain([str(why)])
        return Status.UNREADABLE
    say([words.say("Game number {number}", number=seed)])
    say(
        words.say("{name} plays: {strength}", name=name, strength=strength.value)
        for name, strength in zip(rivals, options.against, strict=True)
    )
    game, bag, number = begin(table), Dice(seed), 0
    while game.game.stage is not Phase.OVER:
        now = game.game
        number += 1
        if now.active == _PERSON:
            choice = _asked(now, words)
            if choice is None:
                say(["", words.say("The game ends here.")])
                break
        else:
            strength = options.against[now.active - 1]
            choice = choice_of(decide(thawed(now), seed + _A_DECISION * number, strength))
        entered = _drawn(now, bag) if choice is REACH_INTO_BAG else choice
        game = enter(game, entered)
        say(_account(game, words))
    if options.record is not None:
        write_file(options.record, record.write(table, effective_entries(game)))
    return Status.DONE


_PERSON = Seat(0)


def _drawn(game: Game, bag: Dice) -> Draw:
    """Return the draw of any tile that is in the bag."""
    return DRAWS[KINDS[thawed(game).draw_random(bag)]]


def _account(game: Timeline, words: Words) -> Iterator[str]:
    """Yield what happened, and what an epoch or the game came to."""
    setup = game.start.setup
    for event in game.events:
        yield narration.event_text(event, setup, words)
        match event:
            case EpochEnded(epoch, _, scores):
                yield ""
                yield from points_table(setup.players, scores, epoch, words)
                yield ""
            case GameEnded(ranking):
                totals = [player.score for player in game.game.players]
                yield from ranking_lines(ranking, setup.players, totals, words)
            case _:
                pass


def _asked(game: Game, words: Words) -> Choice | None:
    """Show the table and return what the person chooses; None if they have gone.

    What there is only one of is chosen by itself, unless it is drawing or invoking Ra.
    """
    offered = dict(_offers(game))
    if len(offered) == 1 and isinstance(game.stage, Auction):
        return next(iter(offered.values()))
    say(_table(game, words))
    say(f"  {key:>3}  {_name(game, choice, words)}" for key, choice in offered.items())
    while True:
        typed = ask(words.say("Your choice: "))
        if typed is None:
            return None
        choice = offered.get(typed.strip().lower())
        if choice is not None:
            return choice
        say([words.say("Type one of these: {keys}", keys=words.list(offered))])


def _offers(game: Game) -> Iterator[tuple[str, Choice]]:
    """Yield what can be chosen, each with what is typed for it."""
    for number, choice in enumerate(choices(game), start=1):
        match choice:
            case Bid(sun):
                yield str(sun), choice
            case UseGod(space):
                yield f"{_GOD}{space + 1}", choice
            case _ if choice is REACH_INTO_BAG:
                yield _DRAW, choice
            case _:
                yield _WORDS.get(type(choice), str(number)), choice


def _name(game: Game, choice: Choice, words: Words) -> str:
    """Return what a choice is called, with what is taken by a god."""
    if choice is REACH_INTO_BAG:
        return words.say("Draw")
    if isinstance(choice, Invoke):
        return words.say("Invoke Ra")
    tile = game.track[choice.slot] if isinstance(choice, UseGod) else None
    if tile is not None:
        return words.say("A God tile for {tile}", tile=narration.tile_name(tile, words))
    return narration.action_text(choice, words)


def _table(game: Game, words: Words) -> Iterator[str]:
    """Yield what lies on the table."""
    tiles = [narration.tile_name(tile, words) for tile in game.track if tile is not None]
    yield ""
    epoch = narration.epoch_name(game.epoch, game.setup, words)
    ra = words.say("Ra, {count} of {limit}", count=game.ra_count, limit=game.ra_limit)
    centre = words.say("Sun {paid} is in the centre", paid=game.centre)
    yield words.end(epoch, words.end(ra, centre))
    track = words.say("Auction track {count} of {slots}", count=len(tiles), slots=TRACK_SPACES)
    yield words.state(track, words.list(tiles) if tiles else words.say("empty"))
    yield from aligned(list(_players(game, words)), left=(0, 2))
    yield words.state(words.say("Your points"), str(game.players[_PERSON].score))
    yield ""


def _players(game: Game, words: Words) -> Iterator[Sequence[str]]:
    for name, player in zip(game.setup.players, game.players, strict=True):
        yield name, " ".join(map(str, player.suns)), narration.bundle_names(player.tiles, words)
