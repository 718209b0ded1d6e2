"""``rules``: the overview as text in every language, and as a sheet of paper with its fonts."""

import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from companion.i18n import LANGUAGES
from companion.pages.reference import LEAVES, leaves
from companion.rules.editions import Edition, Options
from tests.cli.running import Run

languages = pytest.mark.parametrize("language", LANGUAGES)


POINTS_OF_A_SIDE = 297 / 25.4 * 72


LOWEST = 20
"""How near to the edge of the paper letters may come, in points."""


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


@languages
@pytest.mark.parametrize("edition", Edition)
def test_the_rules_fit_both_sides_of_a_sheet_with_our_type_in_it(
    run: Run, tmp_path: Path, language: str, edition: Edition
) -> None:
    paper = tmp_path / "rules.pdf"
    ran = run("rules", "--pdf", str(paper), "--language", language, "--edition", edition.value)
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    written = paper.read_bytes()
    assert written.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", written)) == 2
    assert len(re.findall(rb"/FontFile2", written)) == 2
    assert b"MPLUS1p" in written
    assert min(_baselines(written)) > LOWEST
    assert max(_baselines(written)) < POINTS_OF_A_SIDE - LOWEST


def _baselines(pdf: bytes) -> list[float]:
    """Return how high above the lower edge of the paper each line of text stands, in points."""
    found: list[float] = []
    for packed in re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL):
        try:
            text = zlib.decompress(packed)
        except zlib.error:
            continue
        found += [float(y) for y in re.findall(rb"BT [\d.]+ ([-\d.]+) Td", text)]
    assert len(found) > LEAVES * 3
    return found


def test_a_sheet_that_cannot_be_written_is_named(run: Run, tmp_path: Path) -> None:
    missing = tmp_path / "nowhere" / "rules.pdf"
    ran = run("rules", "--pdf", str(missing))
    assert ran.status == 2
    assert str(missing) in ran.err


def test_without_the_library_the_command_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['fpdf'] = None\n"
        "from companion.cli.commands import main\n"
        "sys.exit(main(['rules', '--pdf', 'unused.pdf']))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert f"{sys.executable} -m pip install fpdf2" in ran.stderr


def test_nobody_else_loads_the_library() -> None:
    program = (
        "import sys\nfrom companion.cli.commands import main\nmain(['rules'])\n"
        "sys.exit('fpdf' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert ran.returncode == 0
