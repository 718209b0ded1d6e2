"""The cues that ship are those that the script in the project makes."""

from importlib.util import module_from_spec, spec_from_file_location
from io import BytesIO
from types import ModuleType
from wave import open as open_wave

import pytest

from companion.core.effects import Cue
from companion.paths import asset

FOLDER = asset("sounds")

MOST_BYTES = 500_000


def _script() -> ModuleType:
    spec = spec_from_file_location("synthesise", FOLDER / "synthesise.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = _script()


def shipped(cue: Cue) -> bytes:
    """Return the file of a cue."""
    return (FOLDER / f"{cue.value}.wav").read_bytes()


def samples(cue: Cue) -> list[int]:
    """Return what is heard of a cue."""
    with open_wave(BytesIO(shipped(cue)), "rb") as file:
        data = file.readframes(file.getnframes())
    return list(memoryview(data).cast("h"))


def test_every_cue_has_a_file_and_there_is_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.wav")} == {cue.value for cue in Cue}
    assert set(SCRIPT.CUES) == {cue.value for cue in Cue}


@pytest.mark.parametrize("cue", Cue)
def test_the_file_is_what_the_script_makes(cue: Cue) -> None:
    assert SCRIPT.wave(cue.value) == shipped(cue)


@pytest.mark.parametrize("cue", Cue)
def test_a_cue_neither_clicks_nor_clips(cue: Cue) -> None:
    heard = samples(cue)
    loudest = max(map(abs, heard))
    assert loudest == round(SCRIPT.PEAK * 32_767)
    assert abs(heard[0]) < loudest / 100
    assert abs(heard[-1]) < loudest / 100


def test_no_cue_is_longer_than_a_breath_and_all_are_small() -> None:
    assert max(len(samples(cue)) for cue in Cue) < 2 * SCRIPT.RATE
    assert sum(len(shipped(cue)) for cue in Cue) < MOST_BYTES
