"""The cases of the rules in ``cases.txt``, and who answers them: the engine, and the oracle.

A case is a sentence and its steps::

    E-08 the leftmost gap is filled, and the turn passes
        given track god . gold | *Ann | Ben
        > draw pharaoh
        = track god pharaoh gold | Ann | *Ben

``given`` lays a table: a position, or the name of one (``let NAME position``). ``>`` plays, ``=``
is the table now, ``who Ben gods`` whose decision it is and of what kind. ``?`` lists all that may
be done; ``draw`` stands for any tile of the bag, and what a record may say of a whole auction is
left out unless it is listed. ``! draw ra: TRACK_FULL sentence`` is refused and changes nothing;
the reason and the sentence are the engine's. ``points gods 6 2 0`` is what the epoch that has just
ended brought, ``ranking Ben Ann`` how the game ended. ``events`` is what the last action did, as
the engine reports it. A number without steps has its tests in Python.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from companion.rules.corrections.conservation import waiting
from companion.rules.events import EpochEnded, Event
from companion.rules.legal import legal_actions
from companion.rules.model import Auction, AuctionCause, Discarding, Game
from companion.rules.play import play
from companion.rules.problems import IllegalAction
from companion.rules.records.notation import position
from companion.rules.records.positions import state
from companion.rules.records.record import entry, header
from companion.rules.tiles import Tile, counts
from tests.oracle import box
from tests.oracle.oracle import Oracle, Refused, tidy
from tests.rules.table import TILES, action

Line = dict[str, Any]

FILE = Path(__file__).with_name("cases.txt")


class Step(NamedTuple):
    """A line of a case."""

    line: int
    word: str
    says: str


class Case(NamedTuple):
    """A sentence with its steps."""

    title: str
    steps: tuple[Step, ...]


def read() -> Iterator[Case]:
    """Yield the cases of the file, in its order."""
    names: dict[str, str] = {}
    title, steps = "", list[Step]()
    for number, line in enumerate(FILE.read_text("utf-8").splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line.startswith("let "):
            _, name, names_what = line.split(" ", 2)
            names[name] = names_what
        elif not line.startswith(" "):
            if title:
                yield Case(title, tuple(steps))
            title, steps = line, []
        else:
            word, _, says = line.strip().partition(" ")
            steps.append(Step(number, word, names.get(says, says)))
    yield Case(title, tuple(steps))


class Author(Protocol):
    """Who knows the rules."""

    names: Sequence[str]
    """The players by seat."""

    def __init__(self, game: Game) -> None:
        """Lay this table."""

    def do(self, line: Line) -> None:
        """Play a line of a record."""

    def refuses(self, line: Line, why: str) -> bool:
        """Whether this line is refused, for this reason if the author knows reasons."""

    def legal(self) -> Sequence[Line]:
        """Return all that may be done."""

    def state(self) -> Line:
        """Return the table as it is printed, and what an epoch brought that has just ended."""

    def events(self) -> str | None:
        """Return what the last action did, or None if the author does not report it."""


class Engine:
    """The program."""

    def __init__(self, game: Game) -> None:
        self.game, self.names = game, game.setup.players
        self.last: tuple[Event, ...] = ()

    def do(self, line: Line) -> None:
        """Play a line of a record."""
        self.game, self.last = play(self.game, action(_words(line)))

    def refuses(self, line: Line, why: str) -> bool:
        """Whether it is refused for this reason, in these words."""
        try:
            play(self.game, action(_words(line)))
        except IllegalAction as refused:
            found = refused.problem
            name, _, sentence = why.partition(" ")
            assert (found.sentence.name, sentence or str(found)) == (name, str(found))
            return True
        return False

    def legal(self) -> Sequence[Line]:
        """Return all that may be done."""
        return [tidy(entry(each)) for each in legal_actions(self.game)]

    def state(self) -> Line:
        """Return the table as it is printed."""
        return state(self.game, 0, self.last)

    def events(self) -> str:
        """Return what the last action did."""
        return "; ".join(map(self._event, self.last))

    def _event(self, event: Event) -> str:
        if isinstance(event, EpochEnded):
            return f"EpochEnded {event.epoch} {event.cause.value}"
        values = (getattr(event, name) for name in event.__struct_fields__)
        said = {
            name: _said(name, value, self.game)
            for name, value in zip(event.__struct_fields__, values, strict=True)
            if name != "ranking"
        }
        return " ".join([type(event).__name__, *filter(None, said.values())])


def _said(name: str, value: Any, game: Game) -> str:  # noqa: ANN401 - of any event
    if name == "seat":
        return str(game.setup.players[value])
    if name in {"lost", "lot"}:
        return "+".join(f"{many} {kind}" for kind, many in counts(value).items()) or "nothing"
    if isinstance(value, tuple):
        return "+".join(each for each in value if each) or "nothing"
    return str(value.value if isinstance(value, AuctionCause | Tile) else value)


class SecondAuthor:
    """The oracle."""

    def __init__(self, game: Game) -> None:
        self.oracle, self.names = laid(game), game.setup.players

    def do(self, line: Line) -> None:
        """Play a line of a record."""
        self.oracle.play(line)

    def refuses(self, line: Line, why: str) -> bool:  # noqa: ARG002 - it knows one sentence
        """Whether it is refused."""
        try:
            self.oracle.play(line)
        except Refused:
            return True
        return False

    def legal(self) -> Sequence[Line]:
        """Return all that may be done."""
        return self.oracle.legal()

    def state(self) -> Line:
        """Return the table as it is printed."""
        return self.oracle.state() | {"seq": 0}

    def events(self) -> None:
        """Return nothing: it reports no events."""


def laid(game: Game) -> Oracle:
    """Return the oracle's table with all that lies on this one."""
    oracle = Oracle(header(game.setup))
    printed: Any = state(game, 0)
    for name in ("epoch", "ra_count", "centre"):
        setattr(oracle, name, printed[name])
    oracle.lane = printed["lane"]
    for player, shown in zip(oracle.players, printed["players"], strict=True):
        player.update(shown | {"tiles": box.NOTHING | shown["tiles"]})
    oracle.bag, oracle.removed = (box.NOTHING | printed[where] for where in ("bag", "removed"))
    oracle.sales = sum(len(player["down"]) for player in oracle.players)
    oracle.active, oracle.phase = game.active, printed["phase"]
    stage = game.stage
    if isinstance(stage, Auction):
        oracle.ra_player = stage.ra_player
        oracle.reason = {"A1": "ra", "A2": "full", "A3": "invoke"}[stage.cause.value]
        oracle.best_bid, oracle.best_bidder = stage.best_bid, stage.best_bidder
        many = len(game.players)
        ring = [(stage.ra_player + step) % many for step in range(1, many + 1)]
        asked = [seat for seat in ring if game.players[seat].suns]
        oracle.to_bid = asked[asked.index(game.active) :]
        oracle.is_fresh = oracle.to_bid == asked and stage.best_bid is None
    if isinstance(stage, Discarding):
        struck = waiting(game)
        oracle.disasters = [
            (kind, struck[TILES[kind]]) for kind in box.DISASTERS if struck[TILES[kind]]
        ]
        oracle.after_disasters = "gods" if stage.ra_player is None else "check"
        oracle.ra_player = stage.ra_player or 0
    return oracle


def run(case: Case, by: type[Author]) -> None:
    """Go through the steps of a case.

    Raises:
        AssertionError: Something is otherwise; the text says in which line.
    """
    author: Author | None = None
    for line, word, says in case.steps:
        try:
            if word == "given":
                author = by(position(says))
            else:
                assert author is not None, "nothing is given"
                _STEPS[word](author, says)
        except Exception as why:
            raise AssertionError(f"cases.txt:{line}: {word} {says}: {why!r}") from why


def _play(author: Author, says: str) -> None:
    for words in says.split(", "):
        author.do(_line(words))


def _table(author: Author, says: str) -> None:
    found, wanted = author.state(), state(position(says), 0)
    differs = {key: (found[key], value) for key, value in wanted.items() if found.get(key) != value}
    assert not differs, differs


def _who(author: Author, says: str) -> None:
    found = author.state()
    name, phase = says.split()
    assert (_name(author, found["active"]), found["phase"]) == (name, phase)


def _name(author: Author, seat: int | None) -> str:
    return "-" if seat is None else author.names[seat]


def _refuses(author: Author, says: str) -> None:
    words, _, why = says.partition(": ")
    before = author.state()
    assert author.refuses(_line(words), why), "is allowed"
    assert author.state() == before


def _choices(author: Author, says: str) -> None:
    wanted = [*map(str.strip, says.split(","))] if says else []
    legal = author.legal()
    if not re.search("won|unsold", says):
        legal = [each for each in legal if not {"won", "unsold"} & each.keys()]
    if "draw" in wanted:
        drawn = {each["draw"] for each in legal if "draw" in each}
        assert drawn == {*author.state()["bag"]}
        legal = [{"draw": ""}, *(each for each in legal if "draw" not in each)]
    assert sorted(map(_words, legal)) == sorted(wanted)


def _points(author: Author, says: str) -> None:
    category, *wanted = says.split()
    assert [row.get(category, 0) for row in author.state()["scored"]] == [*map(int, wanted)]


def _ranking(author: Author, says: str) -> None:
    assert [_name(author, seat) for seat in author.state()["ranking"]] == says.split()


def _events(author: Author, says: str) -> None:
    assert author.events() in {None, says}


_STEPS = {
    ">": _play,
    "=": _table,
    "who": _who,
    "!": _refuses,
    "?": _choices,
    "points": _points,
    "ranking": _ranking,
    "events": _events,
}


def _line(words: str) -> Line:
    """Return the line of a record that says this."""
    word, *more = words.split()
    if word == "discard":
        return {word: more}
    if word in {"draw", "god", "bid", "won"}:
        [what] = more
        return {word: what if what in TILES else int(what)}
    assert not more
    return {word: True}


def _words(line: Line) -> str:
    """Return a line of a record in the words of a case."""
    [(word, what)] = line.items()
    if what is True:
        return str(word)
    return f"{word} {' '.join(what) if isinstance(what, list) else what}".strip()
