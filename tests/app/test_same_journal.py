"""One evening, by buttons, keys or touch, leaves one journal but for times and sources."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from companion.app.scripts.gestures import Press, gestures
from companion.app.touches import BOUNCE_SECONDS
from companion.core.messages import CallPass, Next, SettleAuction, TakeBack
from companion.core.model import Model
from companion.journal import games_dir
from companion.pages.scoring.epoch import EpochScores, HandsNow, LastLot
from companion.pages.table import auction, settled
from companion.rules.actions import BIDS, PASS, UNSOLD, Action, Pass, Won
from companion.rules.editions import Options, Seat, setup
from companion.rules.model import Phase
from companion.rules.records import record
from tests.app.fingers import SIZE, picture, spot, touches
from tests.app.outside import Starts
from tests.app.test_gestures import by_keys
from tests.core.desk import REST_SECONDS, Desk, desk_of, dice
from tests.rules.games import some_action
from tests.rules.table import NAMES
from tests.together import EVERY

STEPS = 90 if EVERY else 56

WAIT = f"wait {REST_SECONDS}"
"""A touch means what is there now, and no more what was there before."""

APART = f"wait {2 * BOUNCE_SECONDS}"
"""The same place touched again sooner would be the same touch."""


class Pause:
    """Nothing is done for a while."""


AGREED = setup(NAMES[:4], Options(ra_limit=3))

TIMES_AND_SOURCE = {"t", "m", "b", "o", "p"}
"""Clocks, who entered it, and the chain, which is made of all that stands before."""

Step = Action | TakeBack | Next


def evening() -> Iterator[tuple[Model, Step | Pause]]:
    """Yield what is done one after the other, each with the program before it."""
    desk, chance = desk_of(AGREED), dice(11)
    for number in range(STEPS):
        step: Step = Next()
        if isinstance(desk.model.page, EpochScores):
            yield desk.model, Pause()  # the bars stand
            desk.pass_time(REST_SECONDS)
        if not isinstance(desk.model.page, EpochScores | HandsNow | LastLot):
            step = TakeBack() if number % 12 == 11 else _some_action(desk, chance)
        yield desk.model, step
        if isinstance(step, TakeBack | Next):
            desk.take(step)
        else:
            desk.do(gestures(desk.model, step, bidder(desk.model)))
        if settled.has_result(desk.model) or isinstance(step, Won):
            yield desk.model, Pause()
            desk.pass_time(REST_SECONDS)


def bidder(model: Model) -> Seat:
    """Return who is asked next: who bids or passes."""
    now = auction.auction_now(model)
    return model.game.active if now is None or not now.asked else now.asked[0]


def _some_action(desk: Desk, chance: Random) -> Action:
    """Return an action; at an auction, who won or what the player who is asked calls."""
    now = auction.auction_now(desk.model)
    if now is None:
        return some_action(desk.game, chance, 0.6)
    if chance.random() < 0.3:
        return Won(chance.choice([sun for sun, _ in now.every_higher]))
    if not now.asked:
        return Won(now.leader.sun) if now.leader is not None and now.leader.sun else UNSOLD
    seat = bidder(desk.model)
    if now.may_pass(seat) and chance.random() < 0.6:
        return PASS
    return BIDS[chance.choice(now.higher(seat))]


def buttons() -> Iterator[str]:
    """Yield the evening as a script of presses."""
    for model, step in evening():
        if isinstance(step, Pause):
            yield WAIT
            continue
        if isinstance(step, TakeBack | Next):
            yield "press undo" if isinstance(step, TakeBack) else "press ok"
            continue
        for gesture in gestures(model, step, bidder(model)):
            match gesture:
                case Press(control, is_held):
                    yield f"hold {control} 0.6" if is_held else f"press {control}"
                case turned:
                    yield f"turn {turned.steps}"


@dataclass
class Typist(Desk):
    """Writes down which keys are pressed."""

    typed: list[str] = field(default_factory=list)

    def key(self, name: str) -> None:
        """Press a key."""
        self.typed.append(f"key {name}")
        super().key(name)

    def pass_time(self, seconds: float) -> None:
        """Wait where another digit could follow."""
        self.typed.append(f"wait {seconds}")
        super().pass_time(seconds)


def keys() -> Iterator[str]:
    """Yield the evening as a script of keys."""
    for model, step in evening():
        if isinstance(step, Pause):
            yield WAIT
            continue
        if isinstance(step, TakeBack | Next):
            yield "key backspace" if isinstance(step, TakeBack) else "key return"
            continue
        typist = Typist(model)
        by_keys(typist, step, bidder(model))
        yield from typist.typed


def taps() -> Iterator[str]:
    """Yield the evening as a script of touches."""
    for model, step in evening():
        if isinstance(step, Pause):
            yield WAIT
            continue
        desk = Desk(model)
        is_taking = model.game.stage is Phase.GODS
        meant = (step,) if isinstance(step, TakeBack | Next) else touches(step, is_taking=is_taking)
        for message in (CallPass(bidder(model)),) if isinstance(step, Pass) else meant:
            found = spot(picture(desk.model), message)
            assert found is not None, (message, desk.model.page)
            yield f"tap {found[0]:.3f} {found[1]:.3f}"
            yield APART
            desk.take(message)
        if isinstance(step, Won) and auction.auction_now(desk.model) is not None:
            found = spot(picture(desk.model), SettleAuction())
            assert found is not None
            yield f"tap {found[0]:.3f} {found[1]:.3f}"


def journal(data: Path) -> list[dict[str, object]]:
    """Return the newest journal's lines without times, sources and checksums."""
    lines = games_dir.game_files(data)[-1].path.read_text().splitlines()
    read = [json.loads(line.partition(" ")[2]) for line in lines]
    return [{key: each[key] for key in each if key not in TIMES_AND_SOURCE} for each in read]


def test_the_three_ways_write_the_same_journal(starts: Starts) -> None:
    header = starts.folder / "header.jsonl"
    header.write_bytes(record.write(AGREED, ()))
    options = ("--start", str(header), "--size", f"{SIZE[0]}x{SIZE[1]}")
    written = {}
    for name, script in (("buttons", buttons()), ("keys", keys()), ("taps", taps())):
        starts.data = starts.folder / name
        done = starts.run(*script, options=options)
        assert done.status == 0, done.err
        written[name] = journal(starts.data)
    assert written["buttons"] == written["keys"]
    assert written["buttons"] == written["taps"]
    assert len(written["buttons"]) > STEPS * 0.4
