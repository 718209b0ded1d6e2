"""Whole games as the table saves them: random when they were made, and the same bytes since.

A version's journals are made once, by that version, and never again::

    python -m tests.net.evenings

What an older version wrote is written by later ones, too, byte for byte; a new version only adds
the evenings that no older one has.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion import __version__
from companion.core import effects
from companion.core.messages import Dealt, EndPeek, Enter, Leave, Message, Peek, Rejecting, TagSeen
from companion.core.model import Agreement, Guest, Hardware, Model, Rejected, Secrecy
from companion.journal import game_lines
from companion.journal.game_lines import Kept
from companion.journal.lines import Event, GameId, Line, Stamp, after, beginning, verify, write_line
from companion.opponent.strength import Strength
from companion.pages.new_game.welcome import Welcome
from companion.rules.actions import BIDS, DRAWS, INVOKE, PASS, UNSOLD, Draw, Level, Won
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import Edition, NoPenalty, Options, Seat, Split, Sun, setup
from companion.rules.legal import choices
from companion.rules.partial import END_EPOCH, TallyEpoch
from companion.rules.problems import IllegalAction
from companion.rules.records import record
from companion.rules.records.entries import Change, Correct, Entry, Redo, SetLevel, Undo
from companion.rules.records.positions import known_state, state
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.tiles import KINDS, Tile
from tests.core.desk import sourced
from tests.rules.games import some_action
from tests.rules.table import NAMES

JOURNALS = Path(__file__).with_name("journals")
"""A folder for each version: ``*.jsonl`` are journals, ``*.record`` records, ``*.end`` tables."""

READER = "reader"

_WALL_MS, _BOOT_MS, _STEP_MS = 1_767_384_930_000, 61_500, 900

_BOOT = "0a8f5c9e"


@dataclass
class Scribe:
    """The program as far as it is pure, with its journal in memory."""

    game: GameId
    model: Model = field(default_factory=lambda: Model(page=Welcome()))
    raw: bytearray = field(default_factory=bytearray)
    stamps: Iterator[Stamp] | None = None
    """When and from where every line comes; None: from a clock that never stands still."""
    lines: int = 0

    def take(self, message: Message, source: str = "button") -> None:
        """Take a message with all that follows, and write down what must be."""
        self.model, done = sourced(self.model, message, source)
        for origin, effect in done:
            said = _line(effect)
            if said is not None:
                tag = effect.tag if isinstance(effect, effects.WriteEntry) else ""
                self._write(said, f"{game_lines.READER} {tag}" if tag else origin)

    def _write(self, said: Event, source: str) -> None:
        head = beginning(self.game)
        for line in bytes(self.raw).splitlines(keepends=True)[-1:]:
            head = msgspec.structs.replace(after(head, line), number=self.lines, size=len(self.raw))
        at = _STEP_MS * self.lines
        stamp = Stamp(_WALL_MS + at, _BOOT_MS + at, _BOOT, source)
        self.raw += write_line(said, next(self.stamps) if self.stamps else stamp, head)
        self.lines += 1


def _line(effect: effects.Effect) -> Event | None:
    match effect:
        case effects.OpenBook(timeline, guests, agreement):
            return game_lines.header(timeline, guests, agreement)
        case effects.WriteEntry(entry):
            return game_lines.line(entry)
        case effects.RecordRejected(rejected):
            return game_lines.rejected_line(rejected)
        case effects.RecordPeek(seat):
            return game_lines.peeked_line(seat)
        case effects.CloseBook():
            return game_lines.LEFT
        case _:
            return None


@dataclass(frozen=True)
class Evening:
    """Who plays how, and what is said."""

    players: int
    messages: Iterable[Message | tuple[str, Message]]
    agreement: Agreement = field(default_factory=Agreement)
    tags: Mapping[str, str] = field(default_factory=dict)
    played: Mapping[int, Strength] = field(default_factory=dict)
    """Which seats the table plays, and how well."""

    def journal(self, game: GameId) -> bytes:
        """Play it and return its journal."""
        agreed = setup(NAMES[: self.players], self.agreement.options)
        agreement = msgspec.structs.replace(self.agreement, options=agreed.options)
        scribe = Scribe(game, Model(page=Welcome(), hardware=Hardware(tags=self.tags)))
        scribe.take(Dealt(agreed, self._guests(), agreement))
        each: Any
        for each in self.messages:
            source, message = each if isinstance(each, tuple) else ("button", each)
            scribe.take(message, source)
        return bytes(scribe.raw)

    def _guests(self) -> tuple[Guest, ...]:
        return tuple(
            msgspec.structs.replace(guest, strength=self.played.get(guest.button))
            for guest in guests(self.players)
        )


def guests(players: int) -> tuple[Guest, ...]:
    """Return people at every button in turn; who is third gives no name."""
    return tuple(Guest(seat, "" if seat == 2 else NAMES[seat]) for seat in range(players))


def lines_of(raw: bytes, game: str) -> tuple[Line, ...]:
    """Return the lines of a journal, all verified."""
    verified = verify((raw,), GameId(game))
    assert verified.flaw is None
    return verified.lines


def kept_of(raw: bytes, game: str) -> Kept:
    """Return the game in a journal, which is understood completely."""
    lines = lines_of(raw, game)
    kept = game_lines.read(lines)
    assert kept is not None
    assert kept.understood == len(lines)
    return kept


def played_again(raw: bytes, game: str) -> bytes:
    """Return the journal that the same messages write at the same times."""
    lines, kept = lines_of(raw, game), kept_of(raw, game)
    rejected = iter(kept.rejected)
    scribe = Scribe(GameId(game), stamps=iter([line.stamp for line in lines]))
    scribe.take(Dealt(kept.timeline.start.setup, kept.guests, kept.agreement))
    for line in lines[1:]:
        for message in _messages(line, rejected, scribe):
            scribe.take(message)
    return bytes(scribe.raw)


def _messages(line: Line, rejected: Iterator[Rejected], scribe: Scribe) -> Iterator[Message]:
    """Yield what somebody must have said for this line to be written."""
    said = line.event
    if said == game_lines.LEFT:
        yield Leave()
    elif "rejected" in said:
        yield Rejecting(next(rejected))
    elif isinstance(seat := said.get("peeked"), int):
        yield from (Peek(Seat(seat)), EndPeek())
    else:
        entry = record.read_entry(msgspec.json.encode(said))
        source, _, tag = line.stamp.source.partition(" ")
        if source == game_lines.READER and tag and isinstance(entry, Draw):
            known = {**scribe.model.hardware.tags, tag: entry.tile.value}
            scribe.model = scribe.model.with_hardware(tags=known)
            yield TagSeen(tag, 10.0 * scribe.lines)
        else:
            yield Enter(entry)


def end(timeline: Timeline) -> bytes:
    """Return the table as the public form says it."""
    if timeline.partial_game is None:
        found = state(timeline.game, timeline.seq, timeline.events)
    else:
        found = known_state(timeline.partial_game, timeline.seq)
        found.pop("ranking", None)  # earlier versions did not say it of such a game
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"


def _dice(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - a game's dice


def _whole(players: int, seed: int, options: Options, most: int = 999) -> Iterator[Message]:
    """Play a game in which people undo, redo, and correct what they entered."""
    dice, timeline = _dice(seed), begin(setup(NAMES[:players], options))
    entries = 0
    while choices(timeline.game) and entries < most:
        for entry in _some_entries(timeline, dice):
            try:
                timeline = enter(timeline, entry)
            except IllegalAction:
                continue
            yield Enter(entry)
            entries += 1
        if entries % 40 == 7:
            yield from (Peek(Seat(entries % players)), EndPeek())


def _some_entries(timeline: Timeline, dice: Random) -> Iterator[Entry]:
    last = timeline.steps[-1] if timeline.steps else None
    if last is not None and dice.random() < 1 / 12:
        yield from (Undo(min(2, len(timeline.steps))), Redo(1))
    elif last is not None and isinstance(last.action, Draw) and dice.random() < 1 / 12:
        yield Correct((Change(last.seq, (DRAWS[dice.choice(KINDS)],)),))
    elif dice.random() < 1 / 40 and timeline.game.players[0].score != 20:
        yield Fix(hands=(HandFix(Seat(0), score=20),))
    yield some_action(timeline.game, dice, 0.8)


def _lighter(players: int, seed: int, *before: Entry, most: int = 120) -> Iterator[Message]:
    """Play a partially recorded game, with any legal entries."""
    dice, timeline = _dice(seed), begin(setup(NAMES[:players]))
    for entry in before:
        timeline = enter(timeline, entry)
        yield Enter(entry)
    said: tuple[Entry, ...] = (
        *(DRAWS[Tile.RA], DRAWS[Tile.NILE], DRAWS[Tile.GOLD], INVOKE, PASS, UNSOLD, Undo(1)),
        *(Won(Sun(number)) for number in range(1, 17)),
        *(BIDS[Sun(number)] for number in (4, 9)),
        *(DRAWS[Tile.RA], DRAWS[Tile.RA], Redo(1), Fix(ra_count=1)),
        TallyEpoch(tuple(Tile.NILE.one * 3 + Tile.FLOOD.one for _ in range(players))),
        TallyEpoch((None, *(Tile.PHARAOH.one * 2 for _ in range(players - 1)))),
    )
    for step in range(most):
        entry = END_EPOCH if step % 40 == 39 else dice.choice(said)
        try:
            timeline = enter(timeline, entry)
        except IllegalAction:
            continue
        yield Enter(entry)


def _tagged() -> Iterator[tuple[str, Message]]:
    for place, uid in enumerate(("04A1", "04B2", "FFFF", "04A1", "04C3", "04D4", "0511")):
        yield READER, TagSeen(uid, 10.0 * (place + 1))
    yield READER, TagSeen("04E5", 80.1)
    yield READER, TagSeen("04F6", 80.2)
    yield "key", Enter(INVOKE)
    yield READER, TagSeen("04E5", 99.0)
    yield "touch", Enter(UNSOLD)


_TAGS = {
    "04A1": "nile",
    "04B2": "gold",
    "04C3": "civ_art",
    "04D4": "ra_figure",
    "04E5": "mon_pyramid",
    "04F6": "god",
    "0511": "sun-3",
}


def evenings() -> Mapping[str, Evening]:
    """Return every evening by what it is called."""
    found = {
        "five": Evening(
            5, [*_whole(5, 11, Options()), Leave()], Agreement(secrecy=Secrecy.EPOCH_GAINS)
        ),
        "three": Evening(3, [*_whole(3, 12, Options(), 90), Leave()]),
        "light": Evening(3, [*_lighter(3, 13, SetLevel(Level.LIGHT), most=160)]),
        "score-only": Evening(4, [*_lighter(4, 14, SetLevel(Level.SCORE_ONLY))]),
        "joined-late": Evening(3, [*_lighter(3, 15, *_LATE)]),
        "tags": Evening(2, [*_tagged()], tags=_TAGS),
    }
    for seed, edition in enumerate(Edition):
        options = Options(edition=edition)
        agreement = Agreement(options=options, dealt_by_hand=True)
        found[edition.value] = Evening(4, [*_whole(4, seed, options, 60)], agreement)
    for no_penalty, split in ((NoPenalty.FINAL_ONLY, Split.RAZZIA), (NoPenalty.EVERY_EPOCH, None)):
        options = Options(two_player_no_penalty=no_penalty, two_player_split=split, ra_limit=4)
        agreement = Agreement(options=options, secrecy=Secrecy.OPEN)
        found[f"two-{no_penalty.value}"] = Evening(2, [*_whole(2, 21, options)], agreement)
    found["table-plays"] = Evening(
        4,
        [*_whole(4, 22, Options(), 60)],
        Agreement(is_first=True, machines=2, strength=Strength.STRONG),
        played={1: Strength.STRONG, 3: Strength.QUICK},
    )
    found["points-to-the-end"] = Evening(4, [*_entered(4, _POINTS_TO_THE_END), Leave()])
    found["joined-to-the-end"] = Evening(3, [*_entered(3, _JOINED_TO_THE_END), Leave()])
    found["never-known"] = Evening(3, [*_entered(3, _NEVER_KNOWN)])
    return found


_LATE: tuple[Entry, ...] = (
    SetLevel(Level.LIGHT, is_unknown=True),
    Fix(epoch=2, ra_count=3, centre=Sun(1), track_tiles=4),
    Fix(hands=(HandFix(Seat(0), suns=(Sun(6), Sun(9)), spent=(Sun(2), Sun(5)), score=14),)),
)

_POINTS_TO_THE_END = """
{"level": "score_only"}
{"epoch_over": true}
{"tally": [{"tiles": {"pharaoh": 3, "nile": 2, "flood": 1}, "suns": [2, 6, 13]},
 {"tiles": {"god": 2, "gold": 1}, "suns": [3, 7, 12]},
 {"tiles": {"civ_art": 1}, "suns": [4, 8, 11]},
 {"tiles": {"pharaoh": 1, "mon_pyramid": 2}, "suns": [5, 9, 10]}]}
{"undo": 1}
{"redo": 1}
{"tally": [{"tiles": {"pharaoh": 4}}, {"tiles": {"pharaoh": 5, "nile": 1}},
 {"tiles": {"civ_art": 1, "civ_astronomy": 1, "civ_agriculture": 1}},
 {"tiles": {"mon_pyramid": 3}}]}
{"fix": {"players": [{"seat": 2, "score": 21}]}}
{"tally": [{"tiles": {"mon_palace": 1}, "suns": [1, 6, 13]}, {"tiles": {}, "suns": [3, 7, 12]},
 {"tiles": {"gold": 2}, "suns": [4, 8, 11]}, {"tiles": {"mon_pyramid": 4}, "suns": [5, 9, 10]}]}
{"fix": {"players": [{"seat": 3, "score": 30}]}}
"""

_JOINED_TO_THE_END = """
{"level": "light", "unknown": true}
{"fix": {"epoch": 2}}
{"fix": {"ra_count": 3}}
{"fix": {"centre": 1, "players": [{"seat": 0, "up": [7, 13], "down": [2, 8]},
 {"seat": 1, "up": [3, 12], "down": [6, 9]}, {"seat": 2, "up": [4, 5, 10, 11], "down": []}]}}
{"fix": {"players": [{"seat": 0, "score": 14}]}}
{"fix": {"players": [{"seat": 1, "score": 9}]}}
{"fix": {"players": [{"seat": 2, "score": 20}]}}
{"draw": "ra"}
{"won": 13}
{"draw": "nile"}
{"invoke": true}
{"won": 12}
{"correct": 9, "to": [{"won": 11}]}
{"epoch_over": true}
{"tally": [{"tiles": {"pharaoh": 2}}, {"tiles": {"nile": 3, "flood": 1}}, {"tiles": {"god": 1}}]}
{"draw": "ra"}
{"unsold": true}
{"epoch_over": true}
{"tally": [{"tiles": {"pharaoh": 4}}, {"tiles": {"nile": 5}}, {"tiles": {"mon_pyramid": 3}}]}
"""

_NEVER_KNOWN = """
{"level": "light", "unknown": true}
{"fix": {"epoch": 3}}
{"draw": "ra"}
{"won": 9}
{"epoch_over": true}
{"tally": [{"tiles": {"pharaoh": 2}}, null, {"tiles": {"god": 1}, "suns": [2, 3, 9, 13]}]}
"""


def _entered(players: int, text: str) -> Iterator[Message]:
    """Enter every line as a record says it; refused lines are a mistake of this file."""
    timeline = begin(setup(NAMES[:players]))
    for line in text.replace("\n ", " ").strip().splitlines():
        entry = record.read_entry(line.encode())
        timeline = enter(timeline, entry)
        yield Enter(entry)


def make(home: Path) -> None:
    """Write the journals that no older version has, the records of their games, and their ends."""
    older = {path.stem.partition("-")[2] for path in JOURNALS.glob("*/*.jsonl")}
    home.mkdir(parents=True, exist_ok=True)
    for number, (name, evening) in enumerate(evenings().items(), start=1):
        if name in older:
            continue
        game = GameId(f"{number:06d}-{name}")
        raw = evening.journal(game)
        kept = kept_of(raw, game)
        (home / f"{game}.jsonl").write_bytes(raw)
        written = record.write(kept.timeline.start.setup, kept.entries)
        (home / f"{game}.record").write_bytes(written)
        (home / f"{game}.end").write_bytes(end(kept.timeline))


if __name__ == "__main__":
    make(JOURNALS / __version__)
