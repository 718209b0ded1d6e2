"""The table of figures in CONTRIBUTING.md is true."""

from pathlib import Path

import pytest

from tests.package import figures
from tests.package.figures import counted, traced, written

DRIFT = 0.02
"""By so much a large number may differ, so that not every change touches the table."""

DRIFT_OF_THREADS = 0.1
"""The same of what depends on which thread comes first."""


def drifted(rows: tuple[figures.Figure, ...], drift: float) -> list[str]:
    """Return the rows that are not as CONTRIBUTING.md says."""
    table = written()
    return [
        f"{row.what}: {row.now}, written {table[row.what]}"
        for row in rows
        if any(
            abs(now - then) > now * drift
            for now, then in zip(row.now, table[row.what], strict=True)
        )
    ]


def test_what_was_counted_is_still_so() -> None:
    assert not drifted(counted(), DRIFT), "run `make figures`"


def test_what_a_tap_and_a_tag_walk_through_is_still_so() -> None:
    assert not drifted(traced(), DRIFT_OF_THREADS), "run `make figures`"


def test_figures_are_written_where_the_table_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{figures.BEGIN}{figures.table(())}{figures.END}after\n", "utf-8")
    monkeypatch.setattr(figures, "PAGE", page)
    figures.write((figures.Figure("lines", (1_000,), (2_000, 3)),))
    assert page.read_text("utf-8") == (
        f"before\n{figures.BEGIN}| | 1.0.0 | now |\n|---|--:|--:|\n"
        f"| lines | 1,000 | 2,000 · 3 |\n{figures.END}after\n"
    )
    assert written() == {"lines": (2_000, 3)}
