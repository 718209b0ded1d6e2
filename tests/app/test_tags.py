"""A tag that comes to the reader draws its tile, through the whole program."""

from itertools import count
from typing import NamedTuple
from unittest.mock import Mock, patch

import pytest

from companion.storage import boxes
from companion.storage.box_csv import save_box
from companion.tags.box import TagBox
from tests.app.outside import Outcome, Starts

NILE, PHARAOH, SUN, UNKNOWN = "010063E9AE", "0100634E91", "0C000621A5", "0F0184F07A"

BOX = TagBox({NILE: "nile", PHARAOH: "pharaoh", SUN: "sun-3"})


class Table(NamedTuple):
    """A table with a reader, and what was saved there by the last script."""

    starts: Starts

    def put_box(self, name: str = "attic", box: TagBox = BOX) -> None:
        """Put a box of tags into the data folder."""
        save_box(boxes.box_file(self.starts.data, name), box)

    def play(self, *script: str, settings: str = "") -> Outcome:
        """Begin a game of three, and do a script."""
        return self.again(*script, settings=settings, start=self.starts.record())

    def again(self, *script: str, settings: str = "", start: tuple[str, ...] = ()) -> Outcome:
        """Start with what is in the data folder, and do a script."""
        named = self.starts.settings(f'[bag_reader]\nformat = "em4100"\n{settings}')
        steady = Mock(monotonic=count(1000, 1e-5).__next__)
        with patch("companion.app.program.time", steady):  # however busy this computer is
            return self.starts.play(*script, "state state.json", options=(*named, *start))

    @property
    def words(self) -> str:
        """Everything that the screen said at the end."""
        return self.starts.words()

    @property
    def sentences(self) -> str:
        """The same without what is only a number: one stands beside each entry."""
        lines = (self.starts.folder / "words.txt").read_text().splitlines()
        return " ".join(" ".join(line for line in lines if not line.isdigit()).split())

    @property
    def track(self) -> list[str]:
        """The tiles on the auction track at the end."""
        return [tile for tile in self.starts.said("state.json")["lane"] if tile]

    @property
    def journal(self) -> str:
        """All that is kept of the game."""
        (kept,) = (self.starts.data / "games").glob("*.jsonl")
        return kept.read_text()


@pytest.fixture
def table(starts: Starts) -> Table:
    return Table(starts)


def tag(uid: str) -> str:
    """The script's line by which a tag comes to the reader."""
    check = 0
    for byte in bytes.fromhex(uid):
        check ^= byte
    return f"serial \\x02{uid}{check:02X}\\x03"


AWAY = "wait 2"
"""Long enough for a tag to be taken away."""


def test_a_tag_draws_its_tile_and_the_journal_knows_the_tag(table: Table) -> None:
    table.put_box()
    ran = table.play(tag(NILE))
    assert table.track == ["nile"]
    assert ran.out == "confirmed 1\n"
    assert f"reader {NILE}" in table.journal


def test_a_tag_that_stays_or_comes_again_at_once_is_silent(table: Table) -> None:
    table.put_box()
    ran = table.play(tag(NILE), "wait 0.2", tag(NILE), AWAY, AWAY, AWAY, AWAY, tag(NILE))
    assert ran.out == "confirmed 1\n"
    assert table.track == ["nile"]
    assert "already" not in table.words


def test_two_tags_that_a_reader_tells_in_turns_every_half_second_are_no_two_draws(
    table: Table,
) -> None:
    table.put_box()
    table.play(tag(NILE), "wait 0.5", tag(PHARAOH), "wait 0.5", tag(NILE))
    assert table.track == []
    assert "Two tiles were read: put both back, then draw one" in table.words


def test_a_tag_drawn_before_the_program_was_restarted_is_still_known(table: Table) -> None:
    table.put_box()
    table.play(tag(NILE), AWAY, tag(PHARAOH))
    table.again(tag(NILE))
    assert table.track == ["nile", "pharaoh"]
    assert "Nile was already drawn (entry 1)" in table.words


def test_after_the_reader_was_lost_and_found_its_tags_count_again(table: Table) -> None:
    table.put_box()
    table.play("unplug reader", "wait 5", "words lost", "plug reader", tag(NILE))
    assert "The bag reader is gone" in table.starts.words("lost")
    assert "The bag reader is gone" not in table.words
    assert table.track == ["nile"]


def test_a_box_with_mistakes_holds_as_far_as_it_is_right_and_is_said(table: Table) -> None:
    table.put_box()
    file = boxes.box_file(table.starts.data, "attic")
    file.write_bytes(file.read_bytes() + b"04A1,camel\n")
    table.play(tag(NILE))
    assert table.track == ["nile"]
    assert "The tagged box attic has errors" in table.words
    assert "line 5: there is no kind 'camel'" in table.words


@pytest.mark.parametrize(
    ("there", "named", "track", "said"),
    [
        (("attic", "cellar"), "cellar", ["nile"], ""),
        (("attic", "cellar"), "", [], "There are several tagged boxes"),
        (("attic",), "cellar", [], "There is no tagged box named cellar"),
    ],
)
def test_the_box_that_the_settings_name_is_used_and_none_is_guessed(
    table: Table, there: tuple[str, ...], named: str, track: list[str], said: str
) -> None:
    for name in there:
        table.put_box(name, BOX if name == named else TagBox({NILE: "gold"}))
    table.play(tag(NILE), settings=f'box = "{named}"' if named else "")
    assert table.track == track
    assert said in table.words


def test_a_reading_out_of_turn_is_kept_beside_the_entries_and_seen_when_looking_back(
    table: Table,
) -> None:
    table.put_box()
    ran = table.play("hold ra 0.6", tag(NILE), "words refused", "hold undo 0.6")
    refused = table.starts.words("refused")
    assert "An auction is under way: Ben bids or passes first" in refused
    assert "Then a tag was refused: An auction is under way" in table.sentences
    assert ran.out == "confirmed 1\n", "a refused reading is no entry"
    assert table.track == []
    assert f'"uid":"{NILE}"' in table.journal


def test_a_refused_reading_is_still_there_after_a_restart_and_changes_nothing(table: Table) -> None:
    table.put_box()
    table.play(tag(NILE), AWAY, tag(UNKNOWN), AWAY, tag(PHARAOH))
    table.again("hold undo 0.6", "turn -1")
    assert table.track == ["nile", "pharaoh"]
    assert f"Then a tag was refused: Unknown tag {UNKNOWN}" in table.sentences


def test_a_scanner_that_types_draws_its_tile_and_a_persons_keys_still_count(table: Table) -> None:
    table.put_box(box=TagBox({NILE: "nile", PHARAOH: "pharaoh"}))
    ran = table.play(f"scan {NILE.lower()}", "key p", "wait 0.7", f"scan {PHARAOH}", "key n")
    assert table.track == ["nile", "pharaoh", "pharaoh", "nile"]
    assert ran.out == "confirmed 1\nconfirmed 2\nconfirmed 3\nconfirmed 4\n"
