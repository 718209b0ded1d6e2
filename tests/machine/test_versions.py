"""The package is installed in the middle of a game, and a version that crashes is rolled back."""

from pathlib import Path

import pytest

from tests.machine import parts
from tests.machine.computer import SIZES, Computer, Kind, switched_on
from tests.machine.house import DATA, SETTINGS, entries, games, keep
from tests.machine.test_table import SHOWN_COLOURS, begun, entered


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
        print(  # noqa: T201 - figures to be written down
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


def test_an_update_by_package_in_a_game_and_three_crashes_go_back_to_the_version_before(
    made: parts.Parts, package: Path, tmp_path: Path
) -> None:
    with switched_on(made, tmp_path, Kind(stick=package), SETTINGS) as machine:
        begun(machine)
        assert entered(machine)
        before = entries(games(machine))
        size = package.stat().st_size
        machine.sh(f"head -c {size} /dev/vdb >/root/new.deb")
        machine.sh("DEBIAN_FRONTEND=noninteractive dpkg --install /root/new.deb")
        machine.await_table()
        machine.picture("updated")
        current = machine.sh("readlink /opt/ra-companion/current").strip()
        previous = machine.sh("readlink /opt/ra-companion/previous").strip()
        assert current != previous
        assert entries(games(machine)) == before
        assert entered(machine)

        machine.sh(
            f"printf '#!/bin/sh\\nexit 7\\n' >/opt/ra-companion/{current}/bin/new && "
            f"cd /opt/ra-companion/{current}/bin && chmod 755 new && mv new ra-companion"
        )
        machine.sh("systemctl kill -s KILL ra-companion")
        machine.until(
            lambda: machine.sh("readlink /opt/ra-companion/current").strip() == previous,
            300, "nothing is rolled back",
        )  # fmt: skip
        machine.await_table()
        machine.until(lambda: machine.shows("StatusText"), 60, "no word")
        shown = machine.picture("rolled-back")
        assert len(shown.getcolors(1 << 24) or ()) > SHOWN_COLOURS
        assert len(entries(games(machine))) == len(before) + 1
    keep(tmp_path)
