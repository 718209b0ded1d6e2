"""``rules``: the overview as text in every language."""

import re

import pytest

from companion.i18n.languages import LANGUAGES
from companion.pages.reference.guide import LEAVES, leaves
from companion.rules.editions import Options
from tests.cli.running import Run

languages = pytest.mark.parametrize("language", LANGUAGES)


def test_the_rules_are_said_page_by_page(run: Run) -> None:
    ran = run("rules")
    assert (ran.status, ran.err) == (0, "")
    for number, leaf in enumerate(leaves(Options()), start=1):
        assert f"{number}. {leaf.title}" in ran.out
        for line in leaf.lines:
            assert line.sentence.format_map(line.facts) in ran.out


@languages
def test_the_rules_are_said_in_every_language(run: Run, language: str) -> None:
    ran = run("rules", "--language", language)
    assert ran.status == 0
    assert len(re.findall(r"^\d+\. ", ran.out, re.MULTILINE)) == LEAVES
    english = {line.sentence for leaf in leaves(Options()) for line in leaf.lines}
    said = {line.strip() for line in ran.out.splitlines()}
    assert bool(said & english) == (language == "en")
    assert "\N{REPLACEMENT CHARACTER}" not in ran.out


def test_an_edition_has_its_own_rules(run: Run) -> None:
    assert "Sun Boat" in run("rules").out
    assert "Sun Boat" not in run("rules", "--edition", "alea1999").out
    assert run("rules", "--edition", "mine").status == 2
