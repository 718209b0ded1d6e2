"""What holds for all tests: no screen, sound or language; which are slow, and how thorough.

``HYPOTHESIS_PROFILE=ci`` (or ``pytest --hypothesis-profile=ci``) tries ten times as many examples
as ``quick``, and other ones every time.
"""

import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.together import EVERY

os.environ["SDL_VIDEODRIVER"] = "dummy"  # before anything imports pygame

os.environ["SDL_AUDIODRIVER"] = "dummy"

os.environ["LC_ALL"] = "C.UTF-8"  # a system that speaks none of our languages

settings.register_profile(
    "quick",
    max_examples=100 if EVERY else 12,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)

settings.register_profile("ci", settings.get_profile("quick"), max_examples=500, derandomize=False)

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


def pytest_collection_finish() -> None:
    """Leave out of every later search for garbage what is there until the end: all tests."""
    gc.collect()
    gc.freeze()


HERE = Path(__file__).parent

QUICK = frozenset(
    (
        *("cli", "core", "doctor", "exports", "hardware", "journal", "net", "oracle"),
        *("pages", "rules", "settings", "statistics", "storage", "ui", "view"),
    )
)
"""The folders of ``make quick``. The others start processes, open windows, compare pictures, walk
through all languages or play whole evenings: they are slow, and so are these files of the quick:"""

SLOW = frozenset(
    (
        "cli/test_at_a_terminal.py",  # starts processes
        "cli/test_command_line.py",
        "cli/test_ends.py",
        "cli/test_handing_out.py",
        "cli/test_pulled_sticks.py",
        "cli/test_review.py",  # plays on from every decision
        "cli/test_rules.py",  # every sheet in every language
        "cli/test_schemas.py",  # whole games
        "hardware/test_promises.py",  # every device in a storm
        "hardware/test_real_pins.py",
        "net/test_written_files.py",
        "pages/corrections/test_fixing.py",  # every way to correct an entry
        "pages/kiosk/test_demonstration.py",  # a whole game
        "pages/kiosk/test_guests.py",
        "pages/reference/test_first_game.py",  # many games
        "pages/reference/test_what_stands_where.py",
        "pages/scoring/test_scored.py",
        "pages/table/test_auction_suns.py",
        "pages/table/test_entering.py",
        "rules/library/test_games.py",
        "rules/library/test_page.py",
        "rules/test_against_the_oracle.py",  # whole trees of games
        "storage/test_staff_pin.py",  # kills
        "storage/test_wrong_files.py",
        "ui/test_text_metrics.py",
        "view/test_every_page.py",
        "view/test_golden_languages.py",
        "view/test_reading_distance.py",
        "view/test_touch.py",
        "view/test_true_keys.py",
    )
)

LONGEST = (
    "phones/test_browsers.py",
    "fleet/test_at_the_broker.py",  # waits for what hangs
    "phones/test_hostile.py",
    "app/test_killing.py",
    "rules/test_cases.py",  # compiles the rules
    "security/test_hidden_points.py",
    "view/test_every_page.py",
    "opponent/test_reviewing.py",
    "hardware/test_promises.py",
    "app/test_demo.py",
    "phones/test_house.py",
    "app/test_fair.py",
)
"""The files with which to begin, so that no process is left alone with one of them at the end."""


def _file(path: Path) -> str:
    return path.relative_to(HERE).as_posix() if path.is_relative_to(HERE) else ""


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> pytest.Collector | None:
    """Read stories and transcripts; only where there are some is the program loaded for them."""
    match file_path.suffix:
        case ".story":
            import tests.app.stories  # noqa: PLC0415 - more words, and the program
            import tests.phones.stories  # noqa: F401, PLC0415 - more words
            from tests.stories import StoryFile  # noqa: PLC0415 - the same

            return StoryFile.from_parent(parent, path=file_path)
        case ".transcript":
            from tests.transcripts import TranscriptFile  # noqa: PLC0415 - the same

            return TranscriptFile.from_parent(parent, path=file_path)
        case _:
            return None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read the slow folders when nothing slow is wanted."""
    folder, _, _ = _file(collection_path).partition("/")
    is_slow = collection_path.is_dir() and folder not in {"", ".", *QUICK}
    return True if is_slow and config.option.markexpr == "not slow" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow, and put the longest files first; what is in a file stays in its order."""
    order = {name: place for place, name in enumerate(LONGEST)}
    for item in items:
        if (name := _file(item.path)) in SLOW or name.partition("/")[0] not in QUICK:
            item.add_marker("slow")
    items.sort(key=lambda item: order.get(_file(item.path), len(order)))
