"""Tables of earlier versions, taken over in a game under a real systemd, in Debian 12 and 13.

Not among the other tests of booted machines: theirs is still up, and one would disturb the other.
"""

from itertools import product
from pathlib import Path

import pytest

from release.tests.namespaces import BEGUN, booted
from release.tests.roots import PACKAGE, RELEASES, another, install_earlier
from release.tests.test_package import EARLIER


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as a newer version."""
    return another(PACKAGE, tmp_path_factory.mktemp("newer"), "98.0")


@pytest.mark.parametrize(("release", "earlier"), [*product(RELEASES, EARLIER)])
def test_a_table_of_an_earlier_version_is_taken_over_in_a_game(
    release: str, earlier: tuple[str, str], newer: Path
) -> None:
    with booted(release) as machine:
        install_earlier(machine, *earlier)
        machine.simulate()
        machine.run("systemctl", "start", "ra-companion")
        machine.play(BEGUN)
        game, before = machine.game(), machine.shows("MainPID")
        assert len(game) == 3

        machine.install(newer)
        assert machine.version() == "98.0"
        assert machine.shows("FragmentPath").endswith("/lib/systemd/system/ra-companion.service")
        assert "/etc/systemd/system/ra-companion.service" not in machine.shows("FragmentPath")
        assert machine.shows("UnitFileState") == "enabled"
        assert machine.shows("MainPID") != before, "the table was opened by the new version"
        assert machine.is_active()
        assert machine.game() == game
        machine.play('play {"draw": "ra"}\n')
        assert machine.game() == [*game, '{"draw":"ra"}']
        assert machine.holds_keys()
