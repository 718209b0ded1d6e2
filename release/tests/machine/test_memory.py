"""How much memory the service needs on a whole machine."""

from pathlib import Path

import pytest

from release.tests.machine import parts
from release.tests.machine.computer import SIZES, Computer, Kind, switched_on
from release.tests.machine.house import DATA, SETTINGS, keep
from release.tests.machine.test_table import begun


@pytest.mark.parametrize("size", ["720p", "1080p"])
@pytest.mark.hours
def test_the_service_needs_little_memory_beside_mesa(
    made: parts.Parts, tmp_path: Path, size: str
) -> None:
    with switched_on(made, tmp_path, Kind(size=size), SETTINGS) as machine:
        begun(machine)
        machine.picture(size)
        whole, files = memory(machine, machine.shows("MainPID"))
        pid = machine.sh(WITHOUT_SCREEN.format(*SIZES[size])).strip()
        machine.rest(60)
        alone, _ = memory(machine, pid)
        print(
            f"\n{size}: {whole:.0f} MB, of which {files:.0f} MB are files of Mesa's;"
            f" {alone:.0f} MB without a screen"
        )
    keep(tmp_path)
    assert size != "720p" or alone <= 100


WITHOUT_SCREEN = f"""cp -r {DATA} /root/data
ra-companion run --headless --simulate --size {{}}x{{}} --data /root/data \\
    --settings /root/data/settings.toml </dev/null >/dev/null 2>&1 &
echo $!"""
"""The same table with the same game, where nothing but the screen is missing. What Mesa needs
besides its files cannot be told from what the table needs in any other way."""


DRAWING = ("libLLVM", "libgallium", "libEGL", "libGLES", "libgbm", "libdrm", "libz3", "dri")
"""Mesa and what only it brings; on a Pi its graphics chip draws, and needs no compiler."""


def memory(machine: Computer, pid: str) -> tuple[float, float]:
    """Return how many MB a process needs, and how many of them are files of Mesa's."""
    whole = files = 0
    name = ""
    for line in machine.do("read", path=f"/proc/{pid}/smaps").splitlines():
        words = line.split()
        if not words[0].endswith(":"):
            name = words[5] if len(words) > 5 else ""
        elif words[0] == "Rss:":
            whole += int(words[1])
            files += int(words[1]) if any(each in name for each in DRAWING) else 0
    return whole / 1024, files / 1024
