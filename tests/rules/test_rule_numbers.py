"""Every rule, decision and edge case that the code refers to can be looked up."""

import re
from pathlib import Path

import pytest

from tests.together import for_each

HERE = Path(__file__).parent


ROOT = HERE.parent.parent


CODE = sorted(
    file
    for folder in ("companion", "hardware", "tests")
    for file in (ROOT / folder).rglob("*.py")
    if file.name != Path(__file__).name
)


NUMBER = re.compile(r"\b(?:R-[A-Z]{3}-\d+|[DE]-\d+)\b")


GROUP = re.compile(r"\*\*(R-[A-Z]{3}-\d+|D-\d+)\*\*")


SECTION = re.compile(r"\bsection (1\.\d+)\b")


RULES = (HERE / "RULES.md").read_text(encoding="utf-8")


CASES = (HERE / "cases.txt").read_text(encoding="utf-8")


GROUPS = {
    "R-SET": 9,
    "R-TRN": 6,
    "R-DRW": 2,
    "R-GOD": 6,
    "R-AUC": 5,
    "R-RES": 5,
    "R-DIS": 6,
    "R-EPE": 5,
    "R-SCO": 5,
    "R-END": 3,
    "R-INF": 4,
    "R-INV": 9,
}
"""How many rules each group has."""


def known() -> list[str]:
    """Return the numbers that are explained, in the order in which they are."""
    return [*GROUP.findall(RULES), *re.findall(r"^(E-\d+) ", CASES, re.MULTILINE)]


def test_every_rule_and_decision_is_stated_once_and_none_is_left_out() -> None:
    rules = [f"{group}-{n}" for group, last in GROUPS.items() for n in range(1, last + 1)]
    decisions = [f"D-{n:02}" for n in range(1, 55)]
    cases = [f"E-{n:02}" for n in range(1, 106)]
    assert sorted(known()) == sorted(rules + decisions + cases)


@for_each(file=CODE)
def test_every_number_in_the_code_can_be_looked_up(file: Path) -> None:
    code = file.read_text(encoding="utf-8")
    assert set(NUMBER.findall(code)) <= set(known())
    assert all(f"### {section} " in RULES for section in SECTION.findall(code))


@pytest.mark.parametrize("text", [RULES, CASES], ids=["RULES.md", "cases.txt"])
def test_the_rules_refer_only_to_numbers_and_files_that_exist(text: str) -> None:
    assert set(NUMBER.findall(text)) <= set(known())
    for file in re.findall(r"`(\w+\.(?:py|json))`|\((\w+\.(?:txt|py))\)", text):
        assert (HERE / "".join(file)).is_file()
