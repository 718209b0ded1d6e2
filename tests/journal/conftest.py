"""A data folder that is ours, on a disk that is not flushed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.claim import FolderLock, claim
from tests.journal.disks import HASTY


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[FolderLock]:
    with claim(tmp_path, HASTY) as ours:
        yield ours
