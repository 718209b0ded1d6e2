"""The cases of the rules, answered by the engine and by the oracle."""

import re
from pathlib import Path

import pytest

from tests.rules import compiled
from tests.rules.cases import Author, Case, Engine, SecondAuthor, read, run

CASES = [*read()]


@pytest.mark.parametrize("by", [Engine, SecondAuthor], ids=["engine", "oracle"])
@pytest.mark.parametrize(
    "case", [case for case in CASES if case.steps], ids=lambda case: case.title
)
def test_a_case_goes_as_the_rules_say(case: Case, by: type[Author]) -> None:
    run(case, by)


@pytest.mark.slow
def test_the_compiled_engine_answers_the_same() -> None:
    script = (
        "from tests.rules.cases import Engine, read, run\n"
        "for case in read(): run(case, Engine)\n"
        "print('all')"
    )
    assert compiled.ran(script) == "all\n"


def test_the_cases_are_numbered_and_those_without_steps_have_tests_in_python() -> None:
    numbers = [int(found[1]) for case in CASES if (found := re.match(r"E-(\d+) ", case.title))]
    assert sorted(numbers) == [*range(1, 106)]
    functions = "".join(file.read_text("utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    for case in CASES:
        if not case.steps:
            assert f"def test_e{case.title[2:].split()[0].lower()}_" in functions, case.title
