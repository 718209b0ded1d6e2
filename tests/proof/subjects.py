"""Small pieces of work that are killed, or whose calls fail, and what must hold afterwards.

``python -m tests.proof.subjects`` reads a line of JSON for each piece of work, its name and its
folder, and gives birth to a child that does it: all modules are loaded before. The child says its
number, waits for a line, and then says ``confirmed N`` whenever so many of its steps are safe. It
ends with 0 when all is done, with 3 when something could not be done and it said so in words, and
never in another way by itself; how it ended is said last.
"""

import os
import sys
import traceback
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import NoReturn

import msgspec

from companion.cli.commands import main as command_line
from companion.exports.kept_game import describe
from companion.journal import index
from companion.journal.book import GameWriter
from companion.journal.claim import claim
from companion.journal.filesystem import JournalBroken
from companion.journal.games_dir import game_files, new_game, read, unfinished
from companion.journal.index import Index, IndexedGame
from companion.journal.lines import Event, GameId, Stamp
from companion.rules.tiles import Tile
from companion.settings import file as settings_file
from companion.settings import load
from companion.storage.box_csv import load_box, save_box
from companion.tags.box import TagBox
from tests.proof.golden import laid_out_games

SAID_SO = 3
"""How a piece of work ends that could not be done and said so."""

GAME = GameId("000001-20260102T201530")

STAMP = Stamp(1_767_384_930_000, 61_500, "0a8f5c9e", "script")

LINES = 6

_HALF = 3

_SETTINGS: tuple[settings_file.Values, ...] = (
    {"table": {"language": "uk"}},
    {"table": {"language": "cs"}, "sound": {"volume": 20}},
    {"panel.buttons": {"ra": 5}},
)

_BEFORE = '# mine\n[table]\nlanguage = "en"  # ours\n'

_BOX = TagBox({f"04{number:012X}": Tile.GOLD.value for number in range(5)})


def say(confirmed: int) -> None:
    """Tell the parent, at once and in one piece."""
    os.write(1, b"confirmed %d\n" % confirmed)


def event(number: int) -> Event:
    """The events of the game say how many there were before."""
    return {"n": number}


def _journal(root: Path) -> None:
    """Resume or begin, half a game, a torn end, and the other half."""
    with claim(root / "data") as ours:
        found = unfinished(ours.data, lambda _: False).found
        if found is None:
            book = GameWriter(ours, new_game(ours.data, STAMP.wall_ms))
        else:
            book = GameWriter.reopen(ours, found.game).book
        while book.length < _HALF:
            _appended(book)
        if book.length == _HALF:
            book.close()
            with book.path.open("ab", buffering=0) as file:
                file.write(b"00000000 {torn")
            book = GameWriter.reopen(ours, book.game).book
        while book.length < LINES:
            _appended(book)
        book.close()


def _appended(book: GameWriter) -> None:
    """Append, and try once more what failed, as the program does."""
    try:
        book.append(event(book.length), STAMP)
    except JournalBroken:
        book.append(event(book.length), STAMP)
    say(book.length)


def _journal_holds(root: Path, confirmed: int) -> None:
    kept = game_files(root / "data")
    lines = read(kept[-1]).lines if kept else ()
    assert [line.event for line in lines] == [event(n) for n in range(len(lines))], "wrong lines"
    assert len(lines) >= confirmed, f"{confirmed - len(lines)} of {confirmed} confirmed are lost"


def _index(root: Path) -> None:
    """Bring the index up to date, and make it anew."""
    data = root / "data"
    try:
        index.ask(data, describe, Index.games)
        index.remove(data)
        index.ask(data, describe, Index.games)
    except index.TROUBLES as why:
        print(why, file=sys.stderr)  # noqa: T201 - this is what is said
        sys.exit(SAID_SO)


def _index_holds(root: Path, _confirmed: int) -> None:
    try:
        with index.opened(root / "data") as known:
            shown = known.games()
    except index.TROUBLES:
        return  # it is made anew
    assert set(shown) <= set(_true_games()), "a game is shown wrongly"


@cache
def _true_games() -> tuple[IndexedGame, ...]:
    with laid_out_games() as data:
        return index.ask(data, describe, Index.games)


def _settings(root: Path) -> None:
    """Write three changes into the owner's file, and confirm each when it is safe."""
    for number, values in enumerate(_SETTINGS, start=1):
        settings_file.keep(root / "settings.toml", values)
        say(number)


def _settings_hold(root: Path, confirmed: int) -> None:
    text = (root / "settings.toml").read_text(encoding="utf-8")
    wanted = [_BEFORE]
    for values in _SETTINGS:
        wanted.append(settings_file.edited(wanted[-1], values))
    assert text in wanted[confirmed:], f"after {confirmed} changes the file says {text!r}"
    assert not load(root / "settings.toml")[1], "the file has mistakes"


def _box(root: Path) -> None:
    """Keep a box of tags that grows."""
    for number in range(1, len(_BOX.tags) + 1):
        some = dict(list(_BOX.tags.items())[:number])
        save_box(root / "data" / "boxes" / "ours.csv", TagBox(some))
        say(number)


def _box_holds(root: Path, confirmed: int) -> None:
    box, mistakes = load_box(root / "data" / "boxes" / "ours.csv")
    assert not mistakes or confirmed == 0, f"{mistakes}"
    assert len(box.tags) >= confirmed, f"{len(box.tags)} tags, {confirmed} were confirmed"
    assert box.tags.items() <= _BOX.tags.items(), "a tag that never was"


def _export(root: Path) -> None:
    """Write a kept game as a record."""
    words = ["export", "1", str(root / "game.jsonl"), "--data", str(root / "data")]
    sys.exit(SAID_SO if command_line(words) else 0)


def _export_holds(root: Path, _confirmed: int) -> None:
    with laid_out_games() as data:
        for game_file in game_files(data):
            mine = root / "data" / "games" / game_file.path.name
            assert mine.read_bytes() == game_file.path.read_bytes(), "the journal was touched"


def _begun_settings(root: Path) -> None:
    (root / "settings.toml").write_text(_BEFORE, encoding="utf-8")


def _begun_games(root: Path) -> None:
    with laid_out_games() as data:
        data.rename(root / "data")


class Subject(msgspec.Struct, frozen=True):
    """A piece of work."""

    begin: Callable[[Path], None]
    """Makes what must be there before."""
    work: Callable[[Path], None]
    """Does it."""
    holds: Callable[[Path, int], None]
    """Raises if something confirmed is not there, or something wrong is."""
    paths: tuple[str, ...]
    """Whose calls are meant, as seen from the folder."""


SUBJECTS: Mapping[str, Subject] = {
    "journal": Subject(
        lambda _: None, _journal, _journal_holds,
        (".", "data", "data/lock", "data/games", f"data/games/{GAME}.jsonl",
         f"data/games/{GAME}.jsonl.unproved-1"),
    ),
    "index": Subject(
        _begun_games, _index, _index_holds,
        ("data", "data/games", "data/history.sqlite", "data/history.sqlite-journal"),
    ),
    "settings": Subject(
        _begun_settings, _settings, _settings_hold, (".", "settings.toml", "settings.toml.new"),
    ),
    "box": Subject(
        lambda root: (root / "data").mkdir(), _box, _box_holds,
        ("data", "data/boxes", "data/boxes/ours.csv", "data/boxes/ours.csv.new"),
    ),
    "export": Subject(
        _begun_games, _export, _export_holds, ("data", "data/games", "game.jsonl"),
    ),
}  # fmt: skip
"""All that is killed."""


def do(name: str, root: Path) -> int:
    """Do a piece of work and return how it ended; what cannot be done is said."""
    try:
        SUBJECTS[name].work(root)
    except (OSError, settings_file.CannotEdit) as why:
        print(f"{name}: {why}", file=sys.stderr)  # noqa: T201 - this is what is said
        return SAID_SO
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def _child(name: str, root: Path) -> NoReturn:
    """Do it where nobody else hears it."""
    os.read(0, 1)
    for descriptor, kind in ((1, ".said"), (2, ".words")):
        os.dup2(os.open(root.with_suffix(kind), os.O_WRONLY | os.O_CREAT | os.O_TRUNC), descriptor)
    status = 1
    try:
        status = do(name, root)
    except BaseException:  # noqa: BLE001 - Python's own end of a process
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def obey() -> None:
    """Give birth until there are no more commands."""
    with os.fdopen(os.dup(0), "rb", buffering=0) as commands:
        for command in commands:
            name, root = msgspec.json.decode(command, type=tuple[str, str])
            if not (child := os.fork()):
                _child(name, Path(root))
            os.write(1, b"%d\n" % child)
            _, ended = os.waitpid(child, 0)
            os.write(1, b"%d\n" % os.waitstatus_to_exitcode(ended))


if __name__ == "__main__":
    obey()
