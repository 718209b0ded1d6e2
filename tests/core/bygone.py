"""Messages about games of other days, for the tests that try everything."""

from collections.abc import Mapping

from hypothesis import strategies as st

from companion.core import past
from companion.core.messages import Message
from companion.core.model import Agreement, Page
from companion.rules.timeline import Timeline
from tests.core.desk import models

SEARCHES = st.builds(
    past.Search,
    player=st.sampled_from(["", "Anna", "nobody"]),
    edition=st.sampled_from(["", "c25"]),
    month=st.sampled_from(["", "2026-01"]),
    skip=st.integers(0, 20),
)
FOUND = st.integers(0, past.ROWS).map(
    lambda number: tuple(
        past.PastGame(f"{place}", "2026-01-02 20:15", (("Anna", 41), ("Ben", 37)), True, 61)  # noqa: FBT003 - over
        for place in range(number)
    )
)
GAMES = st.builds(
    past.Games,
    SEARCHES,
    st.just(past.Choices(("Anna",), ("2026-01",))),
    FOUND,
    st.booleans(),
    st.sampled_from(["", "locked: by somebody"]),
)
COUNTS = st.sampled_from([{}, {"games": 2, "score.41": 3, "scored": 3, "sun.9.auctions": 2}])
STATISTICS = st.builds(
    past.Statistics,
    st.sampled_from(["", "Anna"]),
    COUNTS,
    st.just(("Anna",)),
    leaf=st.integers(0, 2),
)


def _timeline(players: int) -> Timeline:
    timeline = models(players, 1)[-1].timeline
    assert timeline is not None
    return timeline


OPENED = st.integers(2, 5).map(
    lambda players: past.PastOpened("7", _timeline(players), tuple(range(players)), Agreement())
)
REPLAYS = st.builds(
    lambda opened, back, at: past.Replay(
        "7", opened.timeline, opened.buttons, opened.agreement, (), back, min(at, 9)
    ),
    OPENED,
    GAMES,
    st.integers(0, 9),
)
PAGES: st.SearchStrategy[Page] = st.one_of(GAMES, STATISTICS, REPLAYS)
MESSAGES: Mapping[type, st.SearchStrategy[Message]] = {
    past.SaveSheet: st.just(past.SaveSheet()),
    past.FindGames: SEARCHES.map(past.FindGames),
    past.GamesFound: GAMES.map(past.GamesFound),
    past.OpenPast: st.just(past.OpenPast("7")),
    past.PastOpened: OPENED,
    past.GoOnWith: st.just(past.GoOnWith("7")),
    past.ShowStatistics: st.sampled_from(["", "Anna"]).map(past.ShowStatistics),
    past.Summed: STATISTICS.map(past.Summed),
    past.TidyUp: st.just(past.TidyUp()),
    past.Forgot: st.lists(st.sampled_from(["Anna", "Ben"])).map(
        lambda who: past.Forgot(tuple(who))
    ),
    past.ShowRace: st.just(past.ShowRace()),
    past.Souvenir: st.integers(0, 300).map(lambda seq: past.Souvenir("https://example.org", seq)),
}
