"""What wants root and Debian's tools is left out unless ``make machine`` asks for it."""

import os
import shutil
from pathlib import Path

import pytest

from release.tests.roots import PACKAGE

STRENGTH = os.environ.get("RA_TEST_MACHINE", "")
"""Empty, quick or full."""

TOOLS = ("mmdebstrap", "lintian")


def _complaint() -> str:
    if not STRENGTH:
        return "only with make machine"
    if os.geteuid() != 0:
        return "as root: sudo make machine"
    if lacking := [each for each in TOOLS if shutil.which(each) is None]:
        return f"something is missing: sudo apt install {' '.join(lacking)}"
    return "" if PACKAGE.exists() else f"{PACKAGE} is missing: make deb"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what cannot be done here, and say why."""
    why = _complaint()
    for item in items:
        if Path(__file__).parent not in item.path.parents:
            continue
        if why:
            item.add_marker(pytest.mark.skip(reason=why))
        elif STRENGTH == "quick" and item.get_closest_marker("hours"):
            item.add_marker(pytest.mark.skip(reason="not with MACHINE=quick"))
