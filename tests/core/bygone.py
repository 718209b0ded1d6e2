"""Messages about games of other days, for the tests that try everything."""

from collections.abc import Mapping

from hypothesis import strategies as st

from companion.core.messages import Message
from companion.core.model import Agreement
from companion.core.page import Page
from companion.pages.archive import state
from companion.rules.records.timeline import Timeline
from tests.core.desk import models

SEARCHES = st.builds(
    state.Search,
    player=st.sampled_from(["", "Anna", "nobody"]),
    edition=st.sampled_from(["", "c25"]),
    month=st.sampled_from(["", "2026-01"]),
    skip=st.integers(0, 20),
)


FOUND = st.integers(0, state.ROWS).map(
    lambda number: tuple(
        state.PastGame(f"{place}", "2026-01-02 20:15", (("Anna", 41), ("Ben", 37)), True, 61)  # noqa: FBT003 - over
        for place in range(number)
    )
)


GAMES = st.builds(
    state.Games,
    SEARCHES,
    st.just(state.Choices(("Anna",), ("2026-01",))),
    FOUND,
    st.booleans(),
    st.sampled_from(["", "locked: by somebody"]),
)


COUNTS = st.sampled_from([{}, {"games": 2, "score.41": 3, "scored": 3, "sun.9.auctions": 2}])


STATISTICS = st.builds(
    state.Statistics,
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
    lambda players: state.PastOpened("7", _timeline(players), tuple(range(players)), Agreement())
)


REPLAYS = st.builds(
    lambda opened, back, at: state.Replay(
        "7", opened.timeline, opened.buttons, opened.agreement, (), back, min(at, 9)
    ),
    OPENED,
    GAMES,
    st.integers(0, 9),
)


PAGES: st.SearchStrategy[Page] = st.one_of(GAMES, STATISTICS, REPLAYS)


MESSAGES: Mapping[type, st.SearchStrategy[Message]] = {
    state.SaveSheet: st.just(state.SaveSheet()),
    state.FindGames: SEARCHES.map(state.FindGames),
    state.GamesFound: GAMES.map(state.GamesFound),
    state.OpenPast: st.just(state.OpenPast("7")),
    state.PastOpened: OPENED,
    state.GoOnWith: st.just(state.GoOnWith("7")),
    state.ShowStatistics: st.sampled_from(["", "Anna"]).map(state.ShowStatistics),
    state.Summed: STATISTICS.map(state.Summed),
    state.TidyUp: st.just(state.TidyUp()),
    state.Forgot: st.lists(st.sampled_from(["Anna", "Ben"])).map(
        lambda who: state.Forgot(tuple(who))
    ),
    state.ShowRace: st.just(state.ShowRace()),
    state.Souvenir: st.integers(0, 300).map(lambda seq: state.Souvenir("https://example.org", seq)),
}
