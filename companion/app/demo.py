"""The demonstration: the game that ships with the program, entered through the buttons."""

from collections.abc import Callable, Iterator
from pathlib import Path

from companion.app.script import PRESS_SECONDS, Script
from companion.core.gestures import Detents, Press, gestures
from companion.core.model import AtTable, Finale, Model, Scoring
from companion.files import opened
from companion.paths import asset
from companion.records import played
from companion.rules import record
from companion.rules.actions import Action, EndGods
from companion.rules.editions import Setup
from companion.rules.events import DisasterStruck, EpochEnded, Event, GodUsed, LotWon
from companion.rules.model import Auction, Disaster, Phase
from companion.rules.timeline import standing
from companion.words import Words

HELD_SECONDS = 0.6
REST_SECONDS = 1.3
MOST_PRESSES = 20
"""So many presses lead from any page that follows an epoch back to the table."""


class Demonstration:
    """Plays a record on the simulated panel and keeps pictures of its turning points."""

    def __init__(
        self, script: Script, model: Callable[[], Model], folder: Path, said: Words
    ) -> None:
        self._script, self._model, self._folder, self._said = script, model, folder, said
        self._pictures: list[str] = []
        self._gestures = 0
        self._told = 0  # how many actions have been looked at for turning points

    def run(self) -> Iterator[str]:
        """Play the whole game and yield a line about every turning point.

        Raises:
            OSError: The record cannot be written.
            CannotDo: A picture cannot be written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        setup, actions = demo_game()
        yield from self._seat(setup)
        for action in actions:
            self._back_to_the_table()
            if not isinstance(action, EndGods) or self._model().game.stage is Phase.GODS:
                self._enter(action)  # a god turn may have ended by itself
            yield from self._turning_points()
        yield from self._reveal()
        yield self._keep_record()

    def _seat(self, setup: Setup) -> Iterator[str]:
        """Let the players join by name, and take the suns that the record says."""
        yield self._picture("welcome")
        for button, name in enumerate(setup.players):
            self._press(f"p{button + 1}")
            for letter in name:
                self._script.key(letter)
                self._script.settle()
        yield self._picture("seating")
        self._script.begin(setup)
        yield self._picture("table")

    def _enter(self, action: Action) -> None:
        for gesture in gestures(self._model(), action):
            if isinstance(gesture, Press):
                self._press(gesture.control, HELD_SECONDS if gesture.is_held else PRESS_SECONDS)
            elif isinstance(gesture, Detents):
                self._script.turn(str(gesture.steps))
                self._gestures += abs(gesture.steps)
            else:
                self._script.wait(str(REST_SECONDS))

    def _press(self, control: str, seconds: float = PRESS_SECONDS) -> None:
        self._script.hold(f"{control} {seconds}")
        self._gestures += 1

    def _back_to_the_table(self) -> None:
        for _ in range(MOST_PRESSES):
            if isinstance(self._model().page, AtTable):
                return
            self._press("ok")

    def _turning_points(self) -> Iterator[str]:
        timeline = self._model().timeline
        if timeline is None:
            return
        stage = timeline.game.stage
        names = [name for kind, name in _STAGES.items() if isinstance(stage, kind)]
        news, self._told = timeline.moments[self._told :], len(timeline.moments)
        for event in (event for moment in news for event in moment.events):
            if isinstance(event, EpochEnded):
                names.append(f"epoch-{event.epoch}")
            elif type(event) in _EVENTS:
                names.append(_EVENTS[type(event)])
        for name in names:
            if name not in self._pictures:
                yield self._picture(name)

    def _picture(self, name: str) -> str:
        self._pictures.append(name)
        path = self._folder / f"{len(self._pictures):02d}-{name}.png"
        self._script.shot(str(path))
        timeline = self._model().timeline
        actions = 0 if timeline is None else len(timeline.moments)
        return self._said.say(
            "actions: {actions}, picture: {path}", actions=f"{actions:3d}", path=path
        )

    def _reveal(self) -> Iterator[str]:
        """Press on from the last scoring to the crown."""
        for _ in range(MOST_PRESSES):
            page = self._model().page
            if isinstance(page, Finale) and page.revealed >= len(self._model().game.players):
                yield self._picture("result")
                return
            if isinstance(page, AtTable) and self._model().game.stage is not Phase.OVER:
                return
            self._press("ok")
            if isinstance(page, Scoring):
                yield self._picture("finale")

    def _keep_record(self) -> str:
        timeline = self._model().timeline
        if timeline is None:
            return self._said.say("no game was played")
        path = self._folder / "game.jsonl"
        moments = timeline.moments
        path.write_bytes(record.write(timeline.start.setup, standing(timeline)))
        return self._said.say(
            "actions: {actions}, presses and clicks: {gestures}, record: {path}",
            actions=len(moments), gestures=self._gestures, path=path,
        )  # fmt: skip


_STAGES: dict[type, str] = {Auction: "auction", Disaster: "choice"}
_EVENTS: dict[type[Event], str] = {GodUsed: "god", LotWon: "lot", DisasterStruck: "disaster"}


def demo_game() -> tuple[Setup, tuple[Action, ...]]:
    """Return the game that ships with the program.

    Raises:
        Refused: The record that was installed is damaged.
        ValueError: It is empty.
    """
    actions: list[Action] = []
    setup: Setup | None = None
    with opened(str(asset("demo", "game.jsonl"))) as stream:
        for each in played(stream):
            if isinstance(each.said, Setup):
                setup = each.said
            elif isinstance(each.said, Action):
                actions.append(each.said)
    if setup is None:
        raise ValueError("the demonstration game is empty")
    return setup, tuple(actions)
