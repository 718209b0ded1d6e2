"""A sealed journal that no table can have written stops no start: it is named, and stays."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from companion.journal.book import GameWriter
from companion.journal.games_dir import game_files, read
from companion.journal.lines import Event
from tests.app.outside import Starts
from tests.statistics.evenings import claimed, keep
from tests.together import for_each, some


def write(starts: Starts, change: Callable[[Event], object]) -> None:
    """Keep a running game whose header is changed, and sealed as it then is."""
    with claimed(starts.data) as ours:
        game = keep(ours, less=20)
        [game_file] = game_files(ours.data)
        header, *lines = read(game_file).lines
        game_file.path.unlink()
        event = deepcopy(header.event)
        change(event)
        book = GameWriter(ours, game)
        book.append(event, header.stamp)
        for line in lines:
            book.append(line.event, line.stamp)
        book.close()


def guests(header: Any) -> list[Any]:  # noqa: ANN401 - JSON
    found: list[Any] = header["table"]["guests"]
    return found


IMPOSSIBLE: dict[str, Callable[[Any], object]] = {
    "nobody": lambda header: guests(header).clear(),
    "one too few": lambda header: guests(header).pop(),
    "one too many": lambda header: guests(header).append({"button": 4}),
    "two at one button": lambda header: guests(header)[0].update(button=1),
    "a sixth button": lambda header: guests(header)[0].update(button=5),
    "no button": lambda header: guests(header)[0].update(button=-1),
    "a huge button": lambda header: guests(header)[0].update(button=10**18),
    "no list": lambda header: header["table"].update(guests=3),
    "no table": lambda header: header.pop("table"),
    "no players": lambda header: header["game"].update(players=[]),
    "a name that steers the screen": lambda header: guests(header)[0].update(name="A\x1b[2J"),
    "a player who does": lambda header: header["game"]["players"].__setitem__(0, "A\u202eb"),
    "a later record": lambda header: header["game"].update(ra_record=2),
}


@pytest.mark.parametrize("kind", IMPOSSIBLE)
def test_an_impossible_game_is_named_and_the_table_opens(kind: str, starts: Starts) -> None:
    write(starts, IMPOSSIBLE[kind])
    [game_file] = game_files(starts.data)
    before = game_file.path.read_bytes()
    done = starts.play("words first.txt", "press p1", "press p2", "press ra", "press ok",
                       'play {"draw":"gold"}')  # fmt: skip
    assert done == (0, "confirmed 1\n", "")
    told = f"Game {game_file.game} was written by another version"
    assert told in starts.words("first.txt")
    assert game_file.path.read_bytes() == before
    assert len(game_files(starts.data)) == 2


ODD: tuple[object, ...] = (
    None, True, -1, 5, 2**70, 1e300, "", "\x00", "a" * 5000, [], {}, [[]], {"a": 1},
)  # fmt: skip


def places(value: object) -> Iterator[tuple[str | int, ...]]:
    """Every place in some JSON."""
    inner = (
        value.items() if isinstance(value, dict)
        else enumerate(value) if isinstance(value, list) else ()
    )  # fmt: skip
    for key, each in inner:
        yield (key,)
        yield from ((key, *place) for place in places(each))


HEADER: Event = {
    "game": {"ra_record": 1, "players": ["Anna"] * 3, "edition": "c25"},
    "table": {"guests": [{"button": 1, "name": "Anna"}] * 3},
}

CASES = [(place, odd) for place in places(HEADER) for odd in ODD]


@for_each(case=some(CASES, 12))
def test_whatever_stands_in_a_header_the_table_opens(
    case: tuple[tuple[str | int, ...], object],
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (*above, last), odd = case

    def change(header: Any) -> None:  # noqa: ANN401 - JSON
        for key in above:
            header = header[key]
        header[last] = odd

    starts = Starts(tmp_path_factory.mktemp("odd"), capsys)
    write(starts, change)
    assert starts.run("wait 0.1", "press p1")[::2] == (0, "")
