"""Where everybody stands in an auction."""

import pytest

from companion.pages.table.player_panel import Standing, standings
from companion.rules.records.notation import position
from companion.rules.records.timeline import Timeline, enter
from tests.rules.table import action

TABLE = """
    ra 1 | auction A1 by Dan
    Ann 13 6 2
    Ben 12 7 3
    Cleo 11 8 4
    Dan 10 9 5
"""

ASIDE = "ra 1 | auction A1 by Dan", "track nile"


@pytest.mark.parametrize(
    ("said", "standing", "otherwise"),
    [
        ("", "active resting resting resting", ()),
        ("bid 6", "leading active resting resting", ()),
        ("pass, pass", "passed passed active resting", ()),
        ("bid 6, bid 7, pass", "outbid leading passed active", ()),
        ("pass, pass, pass, pass, draw ra", "resting active resting resting", ()),  # the next one
        ("", "out leading active resting", (("by Dan", "by Dan best Ben 7"),)),  # without a past
        ("", "passed passed active resting", (("Cleo", "*Cleo"),)),
        ("bid 6", "leading resting active resting", (("Ben 12 7 3", "Ben (12 7 3)"),)),
        ("", "resting active resting resting", (ASIDE, ("Ben", "*Ben"))),  # no auction
    ],
)
def test_everybody_stands_where_what_was_said_has_put_them(
    said: str, standing: str, otherwise: tuple[tuple[str, str], ...]
) -> None:
    table = TABLE
    for was, now in otherwise:
        table = table.replace(was, now)
    timeline = Timeline(start=position(table))
    for words in filter(None, said.split(", ")):
        timeline = enter(timeline, action(words))
    found = standings(timeline.game, timeline.steps)
    assert [*found] == [Standing[each.upper()] for each in standing.split()]
