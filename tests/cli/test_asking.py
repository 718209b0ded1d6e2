"""The terminal asks for one player after the other, and takes nothing that cannot be."""

import pytest

from companion.cli.score import ask_for_next, ask_for_tally
from companion.i18n import ENGLISH
from companion.rules.editions import NoPenalty, Sun
from companion.rules.scoring.sheet import Row, Tally, scored


class Terminal:
    """Somebody who answers, and what they were told."""

    def __init__(self, *answers: str) -> None:
        self._answers = iter(answers)
        self.told: list[str] = []

    def hear(self, question: str) -> str | None:
        """Answer the next question."""
        self.told.append(question)
        return next(self._answers, None)

    def ask(self) -> Tally | None:
        """Ask for a sheet."""
        return ask_for_tally(self.hear, self.told.append, ENGLISH)


def test_an_epoch_and_a_line_for_each_player_make_a_sheet() -> None:
    terminal = Terminal("1\n", "Anna: 3p\n", "Ben: 2 gods\n", "Cleo\n", "\n")
    tally = terminal.ask()
    assert tally == Tally(
        1,
        (
            Row("Anna", None, (), {"pharaoh": 3}),
            Row("Ben", None, (), {"god": 2}),
            Row("Cleo", None, (), {}),
        ),
    )
    assert "Anna: 3 Pharaoh" in terminal.told
    assert any(each.startswith("(s: suns") for each in terminal.told)
    assert "Cleo: no tiles" in terminal.told


def test_after_five_players_nobody_else_is_asked_for() -> None:
    terminal = Terminal("1", *["2 nile"] * 5, "3p")
    tally = terminal.ask()
    assert tally is not None
    assert len(tally.players) == 5


def test_what_cannot_be_is_told_and_asked_again() -> None:
    terminal = Terminal("4", "two", "3", "p9 camels", "Anna: 26p s1,2", "Anna: 3p s1,2 b9",
                        "Ben: s2,3 b9", "Ben: s3,4 b9", "", "")  # fmt: skip
    tally = terminal.ask()
    assert tally is not None
    assert [row.name for row in tally.players] == ["Anna", "Ben"]
    told = "\n".join(terminal.told)
    assert terminal.told.count("Which epoch has ended, 1, 2 or 3? ") == 3
    assert "What is camels?" in told
    assert "The box has 25 tiles of Pharaoh, and the sheet has 26 (Anna 26)" in told
    assert "The points of Anna before epoch 3 are missing" in told
    assert "Sun 2 is on the sheet 2 times (Anna, Ben), but each number exists once" in told


@pytest.mark.parametrize(
    ("answer", "penalty"),
    [
        ("", NoPenalty.OFF),
        ("no", NoPenalty.OFF),
        ("off", NoPenalty.OFF),
        ("final_only", NoPenalty.FINAL_ONLY),
        ("F", NoPenalty.FINAL_ONLY),
        ("every_epoch", NoPenalty.EVERY_EPOCH),
        ("every", NoPenalty.EVERY_EPOCH),
    ],
)
def test_two_players_are_asked_for_their_variant(answer: str, penalty: NoPenalty) -> None:
    tally = Terminal("1", "2p", "1p", "", "perhaps", answer).ask()
    assert tally is not None
    assert tally.options.two_player_no_penalty is penalty


def test_three_players_are_not_asked_for_it() -> None:
    terminal = Terminal("1", "2p", "1p", "1n", "")
    assert terminal.ask() is not None
    assert not [line for line in terminal.told if "every_epoch" in line]


@pytest.mark.parametrize("answers", [(), ("2",), ("1", "3p"), ("1", "", "3p", "")])
def test_without_two_players_there_is_no_sheet(answers: tuple[str, ...]) -> None:
    assert Terminal(*answers).ask() is None


def test_when_answers_end_after_two_players_the_sheet_is_complete() -> None:
    tally = Terminal("1", "3p", "2p").ask()
    assert tally is not None
    assert tally.options.two_player_no_penalty is NoPenalty.OFF


def test_after_the_last_epoch_nobody_is_asked_for_another() -> None:
    terminal = Terminal("yes")
    rows = Row("Anna", 9, (Sun(2),), {}), Row("Ben", 9, (Sun(3),), {})
    sheet = scored(Tally(3, rows))
    assert ask_for_next(sheet, terminal.hear, terminal.told.append, ENGLISH) is None
    assert terminal.told == []


def test_when_answers_end_within_the_next_epoch_there_is_no_sheet() -> None:
    terminal = Terminal("y", "2 nile")
    sheet = scored(Tally(1, (Row("Anna", None, (), {}), Row("Ben", None, (), {}))))
    assert ask_for_next(sheet, terminal.hear, terminal.told.append, ENGLISH) is None
    assert terminal.told == [
        "Score the next epoch too, yes or no? [no] ",
        "Anna? ",
        "Anna: 2 Nile, points before: 5",
        "Ben? ",
    ]


@pytest.mark.parametrize(
    ("answer", "goes_on"), [("", False), ("n", False), ("no", False), ("ye", True)]
)
def test_nothing_but_a_yes_is_one(answer: str, *, goes_on: bool) -> None:
    sheet = scored(Tally(1, (Row("Anna", None, (), {}), Row("Ben", None, (), {}))))
    terminal = Terminal(f" {answer}\n", "1 nile", "2 nile")
    following = ask_for_next(sheet, terminal.hear, terminal.told.append, ENGLISH)
    assert (following is not None) is goes_on


def test_players_are_counted_from_one() -> None:
    terminal = Terminal("1", "2 nile", "1 nile", "")
    terminal.ask()
    assert [each for each in terminal.told if each.startswith("Player")] == [
        "Player 1? ", "Player 2? ", "Player 3? ",
    ]  # fmt: skip
