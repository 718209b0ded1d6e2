"""EDGE_CASES.md names every edge case, and every test of one, and nothing else."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
LAST = 105

Named = set[tuple[str, str, str]]
"""An edge case, the file, and the name of one of its tests."""

ROW = re.compile(r"\| (E-\d+) \| (.+?) \| (.+?) \|")
LINK = re.compile(r"\[`(\w+)`\]\((\w+\.py)\)")


def rows() -> list[tuple[str, str, str]]:
    """Return the table's rows: number, situation, tests."""
    lines = (HERE / "EDGE_CASES.md").read_text(encoding="utf-8").splitlines()
    table = [line for line in lines if line.startswith("| E")]
    found = [ROW.fullmatch(line) for line in table]
    assert None not in found
    return [(row[1], row[2], row[3]) for row in found if row]


def in_the_table() -> Named:
    """Return what the table names."""
    return {
        (number, file, test) for number, _, tests in rows() for test, file in LINK.findall(tests)
    }


def in_the_files() -> Named:
    """Return the tests whose names carry a number."""
    return {
        (f"E-{number[1]}", file.name, function.name)
        for file in HERE.glob("test_*.py")
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        and (number := re.match(r"test_e(\d+)_", function.name))
    }


def test_the_table_has_a_row_for_every_edge_case_in_order() -> None:
    assert [number for number, _, _ in rows()] == [f"E-{n:02}" for n in range(1, LAST + 1)]


def test_every_edge_case_has_a_test() -> None:
    tested = {number for number, _, _ in in_the_files()}
    assert tested == {f"E-{n:02}" for n in range(1, LAST + 1)}


def test_the_table_names_exactly_the_tests_that_carry_a_number() -> None:
    assert in_the_table() == in_the_files()


def test_every_row_says_what_happens() -> None:
    assert all(len(situation) > 10 for _, situation, _ in rows())


def test_no_two_tests_of_a_file_have_the_same_name() -> None:
    for file in HERE.glob("test_*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert len(names) == len(set(names)), file.name
