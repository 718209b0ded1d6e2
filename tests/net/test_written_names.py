"""A name that is written into files is permanent: renaming it needs a map from the old one."""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.net.names import written_now

KEPT: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("written_names.toml").read_text(encoding="utf-8")
)

now = cache(written_now)

everywhere = pytest.mark.parametrize("where", KEPT)


def test_every_place_where_names_are_written_is_known() -> None:
    assert set(now()) == set(KEPT)


@everywhere
def test_no_name_that_is_written_into_files_has_gone(where: str) -> None:
    gone = [name for name in KEPT[where] if name not in now()[where]]
    assert not gone, (
        f"{where}: {gone} stand in files that people keep."
        " A new name needs a map from the old one, where such files are read"
    )


@everywhere
def test_every_name_that_is_written_into_files_is_in_the_list(where: str) -> None:
    new = [name for name in now()[where] if name not in KEPT[where]]
    assert not new, (
        f"{where}: {new} would be written into files from now on and never change again."
        " If they are right, add them to written_names.toml; if one was renamed, map it"
    )
