"""EDGE_CASES.md names every edge case, and each has a test that carries its number."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
LAST = 105
NUMBERS = [f"E-{number:02}" for number in range(1, LAST + 1)]


def rows() -> list[tuple[str, str]]:
    """Return the table's rows: number and situation."""
    text = (HERE / "EDGE_CASES.md").read_text(encoding="utf-8")
    return re.findall(r"^\| (E-\d+) \| (.+) \|$", text, re.MULTILINE)


def numbers_with_a_test() -> set[str]:
    """Return the numbers that names of tests carry."""
    return {
        f"E-{number[1]}"
        for file in HERE.glob("test_*.py")
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        and (number := re.match(r"test_e(\d+)_", function.name))
    }


def test_the_table_has_a_row_for_every_edge_case_in_order() -> None:
    assert [number for number, _ in rows()] == NUMBERS


def test_every_edge_case_has_a_test() -> None:
    assert numbers_with_a_test() == set(NUMBERS)


def test_every_row_says_what_happens() -> None:
    assert all(len(situation) > 10 for _, situation in rows())


def test_no_two_tests_of_a_file_have_the_same_name() -> None:
    for file in HERE.glob("test_*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert len(names) == len(set(names)), file.name
