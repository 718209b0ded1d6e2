"""What is wrong with a reader is said at the table, in words and aloud, until it is over."""

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2]

PATIENCE_SECONDS = 60

SETTINGS = """\
[sound]
spoken = true
[bag_reader]
format = "lines"
"""


def played(folder: Path, *script: str) -> str:
    """Do a script with a reader of lines; return what was heard."""
    files = {"start": '{"ra_record": 1, "players": ["Anna", "Ben", "Cleo"]}\n'}
    files |= {"settings": SETTINGS, "script": "".join(f"{line}\n" for line in script)}
    for name, text in files.items():
        (folder / name).write_text(text)
    command = [sys.executable, "-m", "companion", "run", "--headless", "--simulate"]
    for option in ("start", "settings", "script", "data", "speech-log"):
        command += [f"--{option}", str(folder / option)]
    subprocess.run(
        command,
        cwd=FOLDER,
        env={**os.environ, "LC_ALL": "C"},
        timeout=PATIENCE_SECONDS,
        capture_output=True,
        check=True,
    )
    return (folder / "speech-log").read_text()


def words(file: Path) -> str:
    """Return all that stood on the screen, as one line."""
    return " ".join(file.read_text().split())


COMPLAINT = "The bag reader reports a fault: no PN532 on pin 10"


def test_what_the_reader_says_is_wrong_is_seen_and_heard_once_and_goes_away(
    tmp_path: Path,
) -> None:
    complain = "serial ERR no PN532 on pin 10\\n"
    heard = played(
        tmp_path,
        *(complain, "wait 6", complain, "wait 6", f"words {tmp_path}/wrong"),
        *("wait 6", f"words {tmp_path}/well"),
    )
    assert COMPLAINT in words(tmp_path / "wrong")
    assert "The bag reader" not in words(tmp_path / "well")
    assert heard.count(COMPLAINT) == 1


def test_a_reader_that_only_sends_noise_is_told_and_heals_with_the_first_line(
    tmp_path: Path,
) -> None:
    noise = "serial " + "\\x81" * 300 + "\\n"
    played(
        tmp_path,
        *(noise, "wait 3.1", noise, "wait 3.1", f"words {tmp_path}/noise"),
        *("serial TAG 04A2\\n", "wait 1", f"words {tmp_path}/well"),
    )
    assert "data is unreadable" in words(tmp_path / "noise")
    assert "unreadable" not in words(tmp_path / "well")


def test_a_button_that_is_stuck_is_named_as_people_call_it_and_comes_back(tmp_path: Path) -> None:
    played(
        tmp_path,
        *("hold p2 11", f"words {tmp_path}/stuck", "wait 1", f"words {tmp_path}/well"),
    )
    assert "is ignored until it settles: the second player" in words(tmp_path / "stuck")
    assert "is ignored" not in words(tmp_path / "well")
