"""A mistake that a test has noticed stays noticed while nothing changes that this rests on."""

import multiprocessing
from pathlib import Path

import pytest

from tests.proof import mutation
from tests.proof.measure import ROOT
from tests.proof.noticed import MAKE_MISTAKES, Noticed
from tests.proof.witnesses import Witnesses, file_of

MODULE = "rules/gold.py"
TESTS = ("tests/test_gold.py", "tests/test_sun.py")
BY = "tests/test_gold.py::test_gold_scores_three[2-False]"
ASKED = """\
THREE = 3


@given(tiles)
def test_gold_scores_three() -> None:
    assert three() == THREE


def three() -> int:
    return 3


def test_gold_stays() -> None:
    assert stays()
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Sources, and a ledger in which one mistake is noticed."""
    for file in (MODULE, *TESTS, *MAKE_MISTAKES):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(ASKED if file in TESTS else f"# {file}\n")
    read(tmp_path).add(7, "3 → 4", BY)
    return tmp_path


def read(root: Path, tests: tuple[str, ...] = TESTS) -> Noticed:
    asked = [f"{file}::test_one" for file in tests]
    return Noticed(root / ".proof" / "noticed.jsonl", root, MODULE, asked)


def test_who_noticed_a_mistake_is_known_the_next_time(root: Path) -> None:
    assert read(root).by(7, "3 → 4") == BY


def test_a_test_counts_what_it_has_noticed_whatever_its_parameters(root: Path) -> None:
    read(root).add(8, "1 → 2", BY.replace("2-False", "3-True"))
    assert read(root).each() == {BY.partition("[")[0]: 2}


def test_another_mistake_is_not_noticed_yet(root: Path) -> None:
    assert not read(root).by(8, "3 → 4")
    assert not read(root).by(7, "3 → 2")


@pytest.mark.parametrize("file", [MODULE, *MAKE_MISTAKES])
def test_a_byte_more_in_the_module_or_in_what_makes_mistakes_and_it_is_made_again(
    root: Path, file: str
) -> None:
    before = (root / file).read_bytes()
    (root / file).write_bytes(before + b"\n")
    assert not read(root).by(7, "3 → 4")
    (root / file).write_bytes(before)
    assert read(root).by(7, "3 → 4") == BY


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ("THREE = 3", "THREE = 4"),
        ("@given(tiles)", "@given(suns)"),
        ("assert three() == THREE", "assert three() >= THREE"),
        ("return 3", "return THREE"),
        ("def test_gold_scores_three", "def test_gold_counts"),
    ],
)
def test_another_test_or_another_file_around_it_and_the_mistake_is_made_again(
    root: Path, part: str, other: str
) -> None:
    (root / TESTS[0]).write_text(ASKED.replace(part, other))
    assert not read(root).by(7, "3 → 4")


def test_one_test_more_less_or_other_beside_it_is_no_reason_to_make_a_mistake_again(
    root: Path,
) -> None:
    more = "\n\ndef test_gold_shines() -> None:\n    assert shines()\n"
    _, _, less = ASKED.partition("\n\ndef test_gold_stays")
    for source in (
        ASKED + more,
        ASKED.removesuffix(f"\n\ndef test_gold_stays{less}"),
        ASKED.replace("assert stays()", "assert not stolen()"),
        ASKED.replace("\n\n@given", f"{more}\n\n@given"),
    ):
        (root / TESTS[0]).write_text(source)
        assert read(root).by(7, "3 → 4") == BY, source


def test_a_change_in_the_file_of_another_test_is_no_reason_to_make_it_again(root: Path) -> None:
    (root / TESTS[1]).write_text("assert True\n")
    assert read(root).by(7, "3 → 4") == BY


def test_the_word_of_a_test_that_is_not_asked_any_more_does_not_count(root: Path) -> None:
    assert not read(root, TESTS[1:]).by(7, "3 → 4")


def test_what_is_written_down_is_true_of_the_sources_that_were_there_when_it_began(
    root: Path,
) -> None:
    noticed = read(root)
    (root / TESTS[0]).write_text(ASKED.replace("THREE = 3", "THREE = 4"))
    noticed.add(9, "1 → 2", BY)
    assert not read(root).by(9, "1 → 2")


def test_a_line_that_was_torn_is_not_believed_and_the_others_are(root: Path) -> None:
    read(root).add(8, "1 → 2", BY)
    ledger = root / ".proof" / "noticed.jsonl"
    ledger.write_bytes(ledger.read_bytes()[:-9])
    assert read(root).by(7, "3 → 4") == BY
    assert not read(root).by(8, "1 → 2")


def _add(root: Path, first: int) -> None:
    noticed = read(root)
    for number in range(first, first + 200):
        noticed.add(number, "3 → 4", BY)


def test_processes_that_write_at_the_same_time_do_not_tear_each_others_lines(root: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_add, args=(root, 1000 * n)) for n in range(3)]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    noticed = read(root)
    assert all(noticed.by(1000 * n + at, "3 → 4") for n in range(3) for at in range(200))


def the_button(*, is_imported: bool) -> tuple[str, Witnesses]:
    """Return a module and who walks through it: all tests of its own, on every line.

    If its lines run on import, mistakes are made before anything of ours is imported.
    """
    module = "hardware.panel.button"
    test = "tests/hardware/test_button.py"
    lines = range(1, len(file_of(module).read_text("utf-8").splitlines()) + 1)
    every = tuple(
        f"{test}::{line.partition('(')[0].removeprefix('def ')}"
        for line in (ROOT / test).read_text("utf-8").splitlines()
        if line.startswith("def test_")
    )
    seen = Witnesses(
        seconds=dict.fromkeys(every, 0.1),
        lines={module: dict.fromkeys(lines, every)},
        first={module: tuple(lines) if is_imported else ()},
        branches={},
    )
    return module, seen


@pytest.mark.parametrize("is_imported", [False, True])
def test_a_mistake_that_was_noticed_counts_the_next_time_and_a_survivor_is_made_again(
    tmp_path: Path, *, is_imported: bool
) -> None:
    module, seen = the_button(is_imported=is_imported)
    ledger = tmp_path / "noticed.jsonl"
    numbers = mutation.decided(module)[:8]
    first = mutation.judged(module, numbers, seen, ledger)
    assert first.failures == ()
    assert first.counts["killed"]
    assert mutation.BEFORE not in first.counts
    written = ledger.read_text("utf-8")
    assert "tests/hardware/test_button.py::test_" in written
    again = mutation.judged(module, numbers, seen, ledger)
    assert again.counts == {**first.counts, mutation.BEFORE: len(written.splitlines())}
    assert again.notes == first.notes
