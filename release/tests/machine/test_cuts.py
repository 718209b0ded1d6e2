"""The plug is pulled while people play, on a disk that loses what was not flushed.

How many plugs: ``CUTS``. It goes on where it was stopped, in ``build/machine/cuts``.
"""

import os
from pathlib import Path

from release.tests.conftest import STRENGTH
from release.tests.machine import parts
from release.tests.machine.lives import MOST_STOPPED, pulled, pulled_without_flushes

CUTS = int(os.environ.get("RA_TEST_MACHINE_CUTS") or (4 if STRENGTH == "quick" else 200))


def test_nothing_that_was_shown_as_saved_is_lost_when_the_plug_is_pulled(made: parts.Parts) -> None:
    past = pulled(made, CUTS)
    assert past.lost == 0
    assert past.counts.get("stopped", 0) <= CUTS * MOST_STOPPED
    assert past.counts["cuts"] >= CUTS
    assert past.counts["confirmed"] > CUTS


def test_a_journal_that_does_not_flush_is_caught(made: parts.Parts, tmp_path: Path) -> None:
    assert pulled_without_flushes(made, tmp_path).lost > 0
