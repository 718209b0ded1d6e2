"""The board game Ra: its rules as a library, and what the companion itself is built on.

    import companion.rules as ra

    game = ra.new_game(["Anna", "Ben", "Chloe"])
    for action in game.legal_actions():
        print(action)
    game = game.play(ra.Invoke())

A game never changes: playing returns the next one. Games, actions and records have a text form,
both ways: ``str(game)`` and ``position``, ``str(action)`` and ``action``, ``write_record`` and
``read_record``. The page ``docs/library.md`` shows all of it.

What is not named in ``__all__`` is the inside of Ra Companion and may change with any version. All
of it is pure: no clock, no dice, no machine, no words on a screen. Rule numbers (R-…),
adjudications (D-…) and edge cases (E-…) are those of ``tests/rules/RULES.md``.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.opponent.advice import chances as chances
    from companion.opponent.advice import suggest as suggest
    from companion.rules.actions import REACH_INTO_BAG as REACH_INTO_BAG
    from companion.rules.actions import Action as Action
    from companion.rules.actions import Bid as Bid
    from companion.rules.actions import Choice as Choice
    from companion.rules.actions import Discard as Discard
    from companion.rules.actions import Draw as Draw
    from companion.rules.actions import EndGods as EndGods
    from companion.rules.actions import Invoke as Invoke
    from companion.rules.actions import Pass as Pass
    from companion.rules.actions import ReachIntoBag as ReachIntoBag
    from companion.rules.actions import Unsold as Unsold
    from companion.rules.actions import UseGod as UseGod
    from companion.rules.actions import Won as Won
    from companion.rules.editions import Edition as Edition
    from companion.rules.editions import Seat as Seat
    from companion.rules.editions import Sun as Sun
    from companion.rules.events import AuctionBegan as AuctionBegan
    from companion.rules.events import BidMade as BidMade
    from companion.rules.events import DisasterStruck as DisasterStruck
    from companion.rules.events import EpochBegan as EpochBegan
    from companion.rules.events import EpochEnded as EpochEnded
    from companion.rules.events import Event as Event
    from companion.rules.events import GameEnded as GameEnded
    from companion.rules.events import GodsEnded as GodsEnded
    from companion.rules.events import GodUsed as GodUsed
    from companion.rules.events import LotWon as LotWon
    from companion.rules.events import NobodyBid as NobodyBid
    from companion.rules.events import Passed as Passed
    from companion.rules.events import RaInvoked as RaInvoked
    from companion.rules.events import TileDrawn as TileDrawn
    from companion.rules.library.game import Game as Game
    from companion.rules.library.game import GameOptions as GameOptions
    from companion.rules.library.game import Result as Result
    from companion.rules.library.game import new_game as new_game
    from companion.rules.library.game import position as position
    from companion.rules.library.game import random_draw as random_draw
    from companion.rules.library.records import NotAllKnown as NotAllKnown
    from companion.rules.library.records import Record as Record
    from companion.rules.library.records import read_record as read_record
    from companion.rules.library.records import write_record as write_record
    from companion.rules.library.scores import EpochPoints as EpochPoints
    from companion.rules.library.scores import PlayerPoints as PlayerPoints
    from companion.rules.library.scores import PlayerSheet as PlayerSheet
    from companion.rules.library.scores import score as score
    from companion.rules.library.texts import action as action
    from companion.rules.library.texts import record_line as record_line
    from companion.rules.problems import BadSetup as BadSetup
    from companion.rules.problems import BadSheet as BadSheet
    from companion.rules.problems import IllegalAction as IllegalAction
    from companion.rules.problems import IllegalSheet as IllegalSheet
    from companion.rules.problems import Problem as Problem
    from companion.rules.records.notation import BadNotation as BadNotation
    from companion.rules.records.reading import BadRecord as BadRecord
    from companion.rules.scoring.scoring import EpochScore as EpochScore
    from companion.rules.scoring.scoring import Ranking as Ranking
    from companion.rules.tiles import Tile as Tile
    from companion.rules.tiles import counts as counts

_HOMES = {
    ".opponent.advice": ("chances", "suggest"),
    "actions": (
        "REACH_INTO_BAG", "Action", "Bid", "Choice", "Discard", "Draw", "EndGods", "Invoke", "Pass",
        "ReachIntoBag", "Unsold", "UseGod", "Won",
    ),
    "editions": ("Edition", "Seat", "Sun"),
    "events": (
        "AuctionBegan", "BidMade", "DisasterStruck", "EpochBegan", "EpochEnded", "Event",
        "GameEnded", "GodUsed", "GodsEnded", "LotWon", "NobodyBid", "Passed", "RaInvoked",
        "TileDrawn",
    ),
    "library.game": ("Game", "GameOptions", "Result", "new_game", "position", "random_draw"),
    "library.records": ("NotAllKnown", "Record", "read_record", "write_record"),
    "library.scores": ("EpochPoints", "PlayerPoints", "PlayerSheet", "score"),
    "library.texts": ("action", "record_line"),
    "records.notation": ("BadNotation",),
    "records.reading": ("BadRecord",),
    "problems": ("BadSetup", "BadSheet", "IllegalAction", "IllegalSheet", "Problem"),
    "scoring.scoring": ("EpochScore", "Ranking"),
    "tiles": ("Tile", "counts"),
}  # fmt: skip
"""Where each public name is at home: it is loaded when it is first asked for.

What a machine thinks lies above the rules, which know nothing of it: only this list does.
"""

_MODULES = {name: module for module, names in _HOMES.items() for name in names}

__all__ = tuple(_MODULES)


if not TYPE_CHECKING:  # to a type checker, what is not named above is a mistake

    def __getattr__(name: str) -> Any:  # noqa: ANN401 - the imports above say what each name is
        module = _MODULES.get(name)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415 - the program itself never comes here

        found = getattr(import_module(f".{module}", __name__), name)
        globals()[name] = found  # asked for once, it stands here
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
