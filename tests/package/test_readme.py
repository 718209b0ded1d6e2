"""The README's commands do what it says."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.together import long

ROOT = Path(__file__).parents[2]

README = (ROOT / "README.md").read_text(encoding="utf-8")

SHELL = [
    line.partition("#")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, flags=re.DOTALL)
    for line in block.splitlines()
]

COMMANDS = [line for line in SHELL if line.startswith(".venv/bin/ra-companion")]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like a checkout to the commands, so that ``demo/`` is made there."""
    folder = tmp_path_factory.mktemp("checkout")
    (folder / "assets").symlink_to(ROOT / "assets")
    return folder


@long
def test_every_command_of_the_readme_runs_one_after_the_other(checkout: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(checkout / "data")}
    for line in COMMANDS:
        words = [sys.executable, "-m", "companion", *shlex.split(line)[1:]]
        done = subprocess.run(
            words, cwd=checkout, env=environment, capture_output=True, text=True, timeout=300,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        assert done.stdout
    assert (checkout / "demo" / "game.jsonl").exists()
    assert len(list((checkout / "demo").glob("*.png"))) > 10


PAGES = sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_links_to_is_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if ":" not in link and not (page.parent / link).exists()]
    assert not missing
