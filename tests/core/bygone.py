"""Messages about past games, for tests that try every message."""

from collections.abc import Mapping

from hypothesis import strategies as st

from companion.core.effects import Do, do
from companion.core.messages import Message
from companion.core.page import Page
from companion.core.session import Agreement
from companion.opponent.review import Review, Sum
from companion.pages import archive, review, score_sheet
from companion.pages.score_sheet.kept import KeptCount
from companion.rules.records.timeline import Timeline
from tests.core.desk import models

SEARCHES = st.builds(
    archive.Search,
    player=st.sampled_from(["", "Anna", "nobody"]),
    edition=st.sampled_from(["", "c25"]),
    month=st.sampled_from(["", "2026-01"]),
    skip=st.integers(0, 20),
)


FOUND = st.integers(0, archive.ROWS).map(
    lambda number: tuple(
        archive.PastGame(f"{place}", "2026-01-02 20:15", (("Anna", 41), ("Ben", 37)), True, 61)  # noqa: FBT003 - over
        for place in range(number)
    )
)


GAMES = st.builds(
    archive.Games,
    SEARCHES,
    st.just(archive.Choices(("Anna",), ("2026-01",))),
    FOUND,
    st.booleans(),
    st.sampled_from(["", "locked: by somebody"]),
)


COUNTS = st.sampled_from([{}, {"games": 2, "score.41": 3, "scored": 3, "sun.9.auctions": 2}])


STATISTICS = st.builds(
    archive.Statistics,
    st.sampled_from(["", "Anna"]),
    COUNTS,
    st.just(("Anna",)),
    leaf=st.integers(0, 2),
)


def _timeline(players: int) -> Timeline:
    timeline = models(players, 1)[-1].session.timeline
    assert timeline is not None
    return timeline


OPENED = st.integers(2, 5).map(
    lambda players: archive.PastOpened("7", _timeline(players), tuple(range(players)), Agreement())
)


REPLAYS = st.builds(
    lambda opened, back, at: archive.Replay(
        "7", opened.timeline, opened.buttons, opened.agreement, (), back, min(at, 9)
    ),
    OPENED,
    GAMES,
    st.integers(0, 9),
)


FOUND_REVIEW = Review(("Anna", "Ben"), (5000, 5000), (), (), (Sum(5000, 5000, 0, 0),) * 2, (), 1)


LOOK_BACKS = st.builds(
    lambda opened, back, leaf, found: review.LookBack(
        opened.timeline, opened.buttons, back, found, leaf=leaf
    ),
    OPENED,
    GAMES | REPLAYS,
    st.integers(0, 4),
    st.sampled_from([None, FOUND_REVIEW]),
)


TABLES_THEN = st.builds(review.TableThen, LOOK_BACKS, st.integers(0, 9))


PAGES: st.SearchStrategy[Page] = st.one_of(GAMES, STATISTICS, REPLAYS, LOOK_BACKS, TABLES_THEN)


MESSAGES: Mapping[type, st.SearchStrategy[Message]] = {
    score_sheet.Recount: st.just(score_sheet.Recount(KeptCount(((),)))),
    score_sheet.SaveSheet: st.just(score_sheet.SaveSheet()),
    archive.FindGames: SEARCHES.map(archive.FindGames),
    archive.GamesFound: GAMES.map(archive.GamesFound),
    archive.OpenPast: st.just(archive.OpenPast("7")),
    archive.PastOpened: OPENED,
    archive.GoOnWith: st.just(archive.GoOnWith("7")),
    archive.ShowStatistics: st.sampled_from(["", "Anna"]).map(archive.ShowStatistics),
    Do: st.integers(0, 5).map(lambda leaf: do(archive.Statistics.open, leaf)),
    archive.Summed: STATISTICS.map(archive.Summed),
    archive.GamesRead: st.integers(0, 9).map(lambda done: archive.GamesRead(done, 9)),
    archive.AllGamesRead: st.just(archive.AllGamesRead()),
    archive.TidyUp: st.just(archive.TidyUp()),
    archive.Forgot: st.lists(st.sampled_from(["Anna", "Ben"])).map(
        lambda who: archive.Forgot(tuple(who))
    ),
    review.OpenReview: st.just(review.OpenReview()),
    review.Advanced: st.integers(0, 90).map(lambda done: review.Advanced(done, 90)),
    review.Reviewed: st.just(review.Reviewed(FOUND_REVIEW)),
    archive.ShowRace: st.just(archive.ShowRace()),
    archive.Souvenir: st.integers(0, 300).map(
        lambda seq: archive.Souvenir("https://example.org", seq)
    ),
}
