"""What holds for all tests: no screen, no sound, no language; and how hard hypothesis looks.

``HYPOTHESIS_PROFILE=ci`` (or ``pytest --hypothesis-profile=ci``) tries ten times as many examples
as ``quick``, and other ones every time. ``mutated`` is for ``make proof``: a mistake that was made
on purpose need not be shown in its simplest form.
"""

import os
import shutil
import tempfile

import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"  # before anything imports pygame
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["LC_ALL"] = "C.UTF-8"  # a system that speaks none of our languages

from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "quick",
    max_examples=50,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("quick"), max_examples=500, derandomize=False)
settings.register_profile(
    "mutated",
    settings.get_profile("quick"),
    phases=[Phase.explicit, Phase.generate],
    database=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_configure(config: pytest.Config) -> None:
    """Let everything that is started lay down its temporary files in one folder, which goes away.

    What is killed leaves them behind. Folders of tests stay where pytest keeps those of the last
    runs, and their paths as short as they are.
    """
    if hasattr(config, "workerinput"):
        return  # one of several processes, whose first one has seen to it
    usual = tempfile.gettempdir()
    folder = tempfile.mkdtemp(prefix="ra-tests-")
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", usual)
    os.environ["TMPDIR"] = tempfile.tempdir = folder

    def tidy_up() -> None:
        os.environ["TMPDIR"] = tempfile.tempdir = usual
        shutil.rmtree(folder, ignore_errors=True)

    config.add_cleanup(tidy_up)
