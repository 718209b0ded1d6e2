"""No sound is the only sign: for every cue the screen shows something at the same moment."""

from collections.abc import Callable, Mapping

import pytest
from msgspec.structs import replace

from companion.core.effects import Cue, Sound
from companion.core.messages import CallPass, Message, Play, TakeBack, Tick
from companion.core.model import Model
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.finale import Finale
from companion.pages.update import update
from companion.rules.actions import BIDS, DRAWS, INVOKE, PASS
from companion.rules.editions import Seat
from companion.rules.legal import legal_actions
from companion.rules.model import Discarding
from companion.rules.tiles import Tile
from companion.ui.scene import words
from tests.core.desk import a_desk, models
from tests.view.gallery import at_table, scored, shown

NILE, RA = Play(DRAWS[Tile.NILE]), Play(DRAWS[Tile.RA])


def _after(*messages: Message) -> Model:
    desk = a_desk(3)
    for message in messages:
        desk.take(message)
    return desk.model


def _bidding() -> tuple[Model, Message]:
    model = _after(NILE, RA)
    return model, Play(BIDS[model.game.players[model.game.active].suns[0]])


def _last_bid() -> tuple[Model, Message]:
    model = _after(NILE, RA, Play(PASS), Play(PASS))
    return model, Play(BIDS[model.game.players[model.game.active].suns[0]])


def _disaster() -> tuple[Model, Message]:
    for seed in range(50):
        for model in models(4, seed):
            if isinstance(model.game.stage, Discarding):
                actions = legal_actions(model.game)
                if Sound(Cue.DISASTER) in update(model, Play(actions[0]))[1]:
                    return model, Play(actions[0])
    raise AssertionError("no disaster")


def _revealing(revealed: int) -> tuple[Model, Message]:
    page = Finale(revealed, rising=2 if revealed else 1, since=0.0)
    return replace(models(3, 0)[-1], page=page), Tick(5.0)


TWINS: Mapping[Cue, tuple[Callable[[], tuple[Model, Message]], str]] = {
    Cue.DRAW: (lambda: (_after(), NILE), "drew Nile"),
    Cue.RA: (lambda: (_after(NILE), Play(INVOKE)), "Who wins"),
    Cue.LAST_RA: (lambda: (at_table(3, "limit 5"), RA), "draws Ra!"),
    Cue.BID: (_bidding, "leads"),
    Cue.PASS: (lambda: (_after(NILE, RA), CallPass(Seat(1))), "passed"),
    Cue.LOT: (_last_bid, "took sun 1"),
    Cue.SUN: (_last_bid, "took sun 1"),
    Cue.DISASTER: (_disaster, "loses"),
    Cue.EPOCH: (lambda: (replace(scored(3), page=Welcome()), RA), "epoch"),
    Cue.REVEAL: (lambda: _revealing(0), "Place 3"),
    Cue.WIN: (lambda: _revealing(1), "wins the game"),
    Cue.REFUSED: (lambda: (_after(), Play(PASS)), "auction"),
    Cue.UNDO: (lambda: (_after(NILE), TakeBack()), "Undone"),
}
"""For every cue a table at which it is heard, and a part of what the screen says then."""


@pytest.mark.parametrize("cue", Cue)
def test_what_is_heard_is_also_seen(cue: Cue) -> None:
    begin, said = TWINS[cue]
    before, message = begin()
    after, effects = update(before, message)
    assert Sound(cue) in effects
    seen = set(words(shown(after)))
    assert seen - set(words(shown(before))), "the picture is another one"
    assert any(said in text for text in seen), seen
