"""Goals, sums, the page and the file of what was done: what they say is what was counted."""

from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.proof import progress
from tests.proof.__main__ import standing
from tests.proof.done import Done, Version, digest
from tests.proof.measure import Found, Goal, Portion, Proof, Result, Strength, shortfalls, total
from tests.proof.page import Circumstances, page
from tests.proof.running import Run

NOW = "0123456789ab"
QUICK, FULL = Strength.QUICK, Strength.FULL


def seen(number: int) -> Found:
    return Found({"states": number})


def portions(_strength: Strength, _seed: int) -> tuple[Portion, ...]:
    return (Portion(seen, (1,)), Portion(seen, (2,)))


PROOF = Proof(
    "crash states", "Nothing is lost.", portions, (Goal("states", 2, 100),), 3.0, ("play.py",)
)


def result(strength: Strength, *found: Found) -> Result:
    return total(strength, [(each, 1.0) for each in found], 2, NOW)


def test_a_goal_of_full_strength_is_not_met_by_a_quick_count() -> None:
    assert shortfalls(PROOF, result(QUICK, seen(1), seen(2))) == ()
    assert shortfalls(PROOF, result(FULL, seen(1), seen(2))) == ("≥ 100 states: 3",)


def test_a_portion_that_is_not_done_is_a_shortfall() -> None:
    assert shortfalls(PROOF, result(QUICK, seen(9))) == ("only 1 of 2 portions are done",)


def test_one_failure_is_enough_however_much_was_tried() -> None:
    lost = Found({"states": 1_000}, ("1 of 3 confirmed lines are lost",))
    assert shortfalls(PROOF, result(QUICK, seen(1), lost)) == lost.failures


@pytest.mark.parametrize(("killed", "is_met"), [(94, False), (95, True), (100, True)])
def test_a_share_is_met_from_its_hundredths_on(killed: int, *, is_met: bool) -> None:
    goal = Goal("killed", 80, 95, of="mutants")
    assert goal.is_met(Counter(killed=killed, mutants=100), FULL) is is_met


def test_a_share_of_nothing_is_not_met() -> None:
    assert not Goal("killed", 1, 95, of="mutants").is_met(Counter(), FULL)


def test_a_share_that_nobody_asks_for_is_met_without_anything() -> None:
    assert Goal("killed", 0, 95, of="mutants").is_met(Counter(), QUICK)


def test_what_was_done_is_known_after_a_stop_and_only_of_the_same_sources(tmp_path: Path) -> None:
    file, root = tmp_path / "done.jsonl", tmp_path / "before"
    root.mkdir()
    (root / "play.py").write_bytes(b"x = 1\n")
    portion = PROOF.portions(FULL, 1)[0]
    Done(file, root, NOW).add(PROOF, FULL, 1, portion, seen(7), 2.0)
    with file.open("ab") as torn:
        torn.write(b'{"proof": "crash st')
    again = Done(file, root, "later")
    assert again.of(PROOF, FULL, 1) == Version(NOW, {portion.name: (seen(7), 2.0)})
    assert again.of(PROOF, QUICK, 1).portions == {}
    assert again.of(PROOF, FULL, 2).portions == {}
    root = root.rename(tmp_path / "after")
    (root / "play.py").write_bytes(b"x = 2\n")
    other = Done(file, root, "later")
    assert other.of(PROOF, FULL, 1) == Version("later", {})
    assert other.ever(PROOF, FULL, 1) == [Version(NOW, {portion.name: (seen(7), 2.0)})]


def test_what_failed_is_tried_again_and_what_held_is_not(tmp_path: Path) -> None:
    (tmp_path / "play.py").touch()
    done = Done(tmp_path / "done.jsonl", tmp_path, NOW)
    one, other = PROOF.portions(QUICK, 1)
    done.add(PROOF, QUICK, 1, one, seen(1), 1.0)
    done.add(PROOF, QUICK, 1, other, Found({}, ("No module named coverage",)), 1.0)
    assert Run([PROOF], QUICK, 1, done).todo() == [(PROOF, other)]
    done.add(PROOF, QUICK, 1, other, seen(2), 1.0)
    assert Run([PROOF], QUICK, 1, done).todo() == []
    assert Run([PROOF], QUICK, 1, done).result(PROOF).failures == ()


def test_one_byte_more_is_another_source(tmp_path: Path) -> None:
    found = set()
    for number, text in enumerate((b"x = 1\n", b"x = 2\n", b"x = 1\n")):
        folder = tmp_path / str(number) / "rules"
        folder.mkdir(parents=True)
        (folder / "play.py").write_bytes(text)
        (folder / "other.py").write_bytes(b"%d" % number)
        found.add(digest(tmp_path / str(number), ("rules/play.py",)))
        assert digest(tmp_path / str(number), ("rules",)) not in found
    assert len(found) == 2


@pytest.mark.parametrize("name", ["__pycache__/play.pyc", "actual/table.png", "survivors.toml"])
def test_what_tests_leave_behind_and_reasons_are_no_other_source(tmp_path: Path, name: str) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "play.py").touch()
    (beside := tmp_path / "rules" / name).parent.mkdir(exist_ok=True)
    before = digest(tmp_path, ("rules",))
    beside.touch()
    digest.cache_clear()
    assert digest(tmp_path, ("rules",)) == before
    (tmp_path / "rules" / "other.py").touch()
    digest.cache_clear()
    assert digest(tmp_path, ("rules",)) != before


def test_what_was_found_before_a_failure_does_not_excuse_it() -> None:
    good, bad = result(QUICK, seen(1)), result(QUICK, Found({}, ("lost",)))
    assert [*standing([good, good])] == [good, good]
    assert [*standing([bad, good])] == [bad]
    assert [*standing([good, bad, good])] == [good]


def test_the_time_left_is_measured_as_soon_as_a_portion_is_done() -> None:
    unknown = progress.Share(portions=4, done=0, seconds=0.0, guess=10.0)
    known = progress.Share(portions=4, done=2, seconds=2.0, guess=10.0)
    assert progress.left([unknown, known], cores=2) == (40.0 + 2.0) / 2
    assert progress.left([replace(unknown, most=8.0)], cores=2) == 4.0
    assert progress.said(3_725.2) == "1:02:05"


def test_the_page_says_what_was_missed_and_names_no_place() -> None:
    at = Circumstances(date(2026, 1, 2), "0123456789ab", "2 cores", 7)
    lost = Found({"states": 5}, ("1 of 3 confirmed\nlines are lost",), ("survived: x",))
    text = page(at, [(PROOF, result(QUICK, seen(1), lost))])
    assert "2026-01-02" in text
    assert "| crash states | quick | 6 states | ≥ 2 states; 0 failures | **missed: 1 fail" in text
    assert "- 1 of 3 confirmed lines are lost" in text
    assert "- survived: x" in text


def test_what_needs_a_reason_is_a_shortfall_until_there_is_one() -> None:
    reasons = {"a": "a choice", "b": ""}
    explained = replace(PROOF, reason=reasons.__getitem__)
    both = result(FULL, Found({"states": 100}, notes=("a",)), Found(notes=("b",)))
    assert shortfalls(explained, both) == ("1 of what is noted without a reason",)
    assert shortfalls(PROOF, both) == ()
    text = page(Circumstances(date(2026, 1, 2), NOW, "2 cores", 7), [(explained, both)])
    assert "**not reached**" in text
    assert "- a: a choice\n- b: no reason yet\n" in text


def test_of_many_failures_the_first_are_named_and_the_others_counted() -> None:
    lost = Found({}, tuple(f"{number} is lost" for number in range(70)))
    noted = Found({}, notes=tuple(f"see {number}" for number in range(70)))
    text = page(
        Circumstances(date(2026, 1, 2), NOW, "2 cores", 7), [(PROOF, result(QUICK, lost, noted))]
    )
    assert "- 59 is lost\n- … and 11 more\n" in text
    assert "- see 69\n" in text


def test_a_page_says_that_a_proof_was_stopped() -> None:
    at = Circumstances(date(2026, 1, 2), "0123456789ab", "2 cores", 7)
    text = page(at, [(PROOF, result(FULL, seen(200)))])
    assert (
        "| full, 1 of 2 portions | 200 states | ≥ 100 states; 0 failures | **not reached**" in text
    )
    assert "goes on with the rest" in text
    assert "at this rate the whole takes about 0.0 hours of one core.\n" in text
    slow = replace(PROOF, tried="It was tried.")
    assert "of one core. It was tried.\n" in page(at, [(slow, result(FULL, seen(200)))])
    assert "It was tried" not in page(at, [(slow, result(FULL, seen(99), seen(1)))])


def test_a_page_of_full_strength_that_met_its_goals_says_so() -> None:
    at = Circumstances(date(2026, 1, 2), "0123456789ab", "2 cores", 7)
    text = page(at, [(PROOF, result(FULL, seen(50), seen(50)))])
    assert "| crash states | full | 100 states | ≥ 100 states; 0 failures | met |" in text
    assert "quick strength are repeated" not in text
