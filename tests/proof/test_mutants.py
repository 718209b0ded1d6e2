"""Each kind of mistake is made once, alone, and only where a test could notice."""

import ast
import gc
import importlib
import tomllib
from contextlib import suppress

import pytest

from companion.journal import game_reader
from tests.proof import branches, mutation
from tests.proof.measure import ROOT, SEED, Strength
from tests.proof.mutants import mutants
from tests.proof.mutated import changed
from tests.proof.witnesses import Notebook, Witnesses, file_of, name_of


def made(source: str) -> list[str]:
    return [ast.unparse(mutant.make()) for mutant in mutants(source)]


def test_every_comparison_of_a_chain_is_turned_alone() -> None:
    assert made("x = a < b == c") == ["x = a <= b == c", "x = a < b != c"]


def test_words_types_and_messages_stay() -> None:
    assert made('"""doc 1"""\nx: Literal[1]\nraise ValueError(1 + 1)') == []
    assert made("class A(Struct, frozen=True):\n    pass") == []


def test_each_kind_of_mistake_is_known() -> None:
    assert made("x = a and (not b)") == ["x = a or not b", "x = a and b"]
    assert made("x = a + b") == ["x = a - b"]
    assert made("x = 7") == ["x = 8"]
    assert made("x = True") == ["x = False"]
    assert made("if a:\n    f()") == ["if not a:\n    f()", "if a:\n    pass"]
    assert made("x = [a for a in b if a]") == ["x = [a for a in b]"]
    assert made("def f():\n    return a") == ["def f():\n    return None"]


def test_every_mistake_is_told_with_its_line() -> None:
    source = "x = [\n    a + 1\n    for a in b\n    if a\n]\nif x:\n    f()"
    assert [mutant.line for mutant in mutants(source)] == [2, 2, 3, 6, 7]


def test_the_original_is_not_touched() -> None:
    found = list(mutants("x = 1 + 1"))
    assert len({ast.unparse(mutant.make()) for mutant in found}) == len(found) == 3


def test_every_module_that_is_made_wrong_has_mistakes_and_tests() -> None:
    for module, tests in mutation.MODULES.items():
        assert mutation.names(module), module
        assert all((ROOT / each).exists() for each in tests), module


def test_every_mistake_of_every_module_is_made_once_at_full_strength() -> None:
    done = [
        portion.arguments
        for subject in mutation.SUBJECTS
        for portion in mutation.portions(subject, Strength.FULL, SEED)
    ]
    for module in mutation.MODULES:
        numbers = [number for name, part in done if name == module for number in part]  # type: ignore[attr-defined]
        assert sorted(numbers) == list(mutation.decided(module))


@pytest.mark.parametrize("module", ["companion.rules.auction", "companion.statistics.__init__"])
def test_a_mistake_finds_its_living_function_even_among_what_was_set_aside(module: str) -> None:
    importlib.import_module(module)
    gc.freeze()
    numbers = range(len(mutation.names(module)))
    assert any(list(changed(module, number)) for number in numbers)


def test_what_draws_is_left_to_the_pictures() -> None:
    module = "companion.pages.table.peek"
    source = file_of(module).read_text(encoding="utf-8").splitlines()
    left = {int(mutation.names(module)[at].partition(":")[0]) for at in mutation.decided(module)}
    drawing = next(at for at, line in enumerate(source, 1) if "look: Style" in line)
    assert left
    assert not left & set(range(drawing, drawing + 3))


def test_an_excuse_names_a_mistake_that_can_be_made() -> None:
    for module in mutation.MODULES:
        lines = file_of(module).read_text(encoding="utf-8").splitlines()
        said = [name.partition(": ") for name in mutation.names(module)]
        bare = {name for _, _, name in said}
        bare |= {f"{name} in {lines[int(line) - 1].strip()}" for line, _, name in said}
        assert set(mutation.excused(module)) <= bare, module


def test_a_mistake_that_nobody_noticed_is_explained_by_what_was_made_and_where_if_that_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = {"1 → 2": "a choice", "0 → 1 in x = 0": "it is set again"}
    monkeypatch.setattr(mutation, "excused", {"p.m": known, "p.n": {}}.get)
    assert mutation.reason("survived: p.m 7: 1 → 2 in y = {1: 1}") == "a choice"
    assert mutation.reason("excused: p.m 7: 0 → 1 in x = 0") == "it is set again"
    assert not mutation.reason("survived: p.m 8: 0 → 1 in z = 0")
    assert not mutation.reason("survived: p.m 8: 1 → 23 in y = 1")
    assert not mutation.reason("survived: p.n 7: 1 → 2 in y = 1")


def test_an_excuse_for_a_branch_names_a_line_that_is_there() -> None:
    for module, reasons in tomllib.loads(branches.NEVER.read_text(encoding="utf-8")).items():
        assert module in mutation.MODULES
        lines = {line.strip() for line in file_of(module).read_text("utf-8").splitlines()}
        assert {*reasons} <= lines, module


def test_only_the_last_case_of_a_match_needs_no_way_past_it() -> None:
    assert branches.last_cases("match a:\n    case 1:\n        b\n    case 2:\n        c") == {4: 5}


def test_a_line_that_runs_on_import_is_seen_by_whoever_walks_there_or_by_everybody() -> None:
    seen = Witnesses(
        seconds={"a.py::one": 2.0, "test_m.py::two": 0.1, "b.py::three": 1.0},
        lines={"p.m": {7: ("a.py::one", "test_m.py::two"), 9: ()}, "p.n": {}},
        first={"p.m": (9,)},
        branches={},
    )
    assert seen.of("p.m", 8, 9.0) == ("test_m.py::two", "a.py::one")
    assert seen.of("p.m", 9, 9.0) == ("test_m.py::two", "a.py::one")
    assert seen.of("p.m", 9, 1.0) == ("test_m.py::two",)
    assert seen.of("p.m", 9, 0.01) == ("test_m.py::two",)
    assert seen.of("p.n", 3, 9.0) == ("test_m.py::two", "b.py::three", "a.py::one")
    assert [seen.runs_first("p.m", line) for line in (7, 9, 10)] == [False, True, True]
    assert [seen.others("p.m", line, 9.0) for line in (8, 9)] == [(), ("b.py::three",)]


def test_who_has_noticed_most_for_its_time_is_asked_first() -> None:
    seen = Witnesses(
        seconds={"long": 4.0, "short": 1.0, "quick": 0.1},
        lines={"p.m": {7: ("long", "short", "quick")}},
        first={},
        branches={},
    )
    assert seen.of("p.m", 7, 2.0) == ("quick", "short")
    assert seen.of("p.m", 7, 2.0, {"short": 1}) == ("short", "quick")
    assert seen.of("p.m", 7, 2.0, {"long": 5, "short": 1}) == ("long",)
    assert seen.of("p.m", 7, 4.5, {"long": 5, "short": 1}) == ("long", "quick")
    assert seen.others("p.n", 3, 9.0) == ()


def test_whoever_walks_finds_empty_caches_and_counts_as_long_as_it_works_or_waits(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_reader.said_in(b'{"peeked":0}')
    assert game_reader.said_in.cache_info().currsize
    walked: list[str] = []
    notebook = Notebook(walked.append, ["companion.journal.game_reader", "not.loaded"])
    for worked, waited in ((1.0, 1.5), (1.0, 9.0)):
        monkeypatch.setattr("time.process_time", iter((0.0, worked)).__next__)
        monkeypatch.setattr("time.monotonic", iter((0.0, waited)).__next__)
        running = notebook.pytest_runtest_protocol(request.node)
        next(running)
        with suppress(StopIteration):
            next(running)
    assert not game_reader.said_in.cache_info().currsize
    name = name_of(request.node.nodeid)
    assert walked == [name, "", name, ""]
    assert notebook.seconds == {name: 1.0 + 4.5}
