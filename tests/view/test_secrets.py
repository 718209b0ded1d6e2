"""Points lie face down: no scene of a running game tells a total that is hidden (R-INF-2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.core.model import Agreement, Model, Secrecy, Session
from companion.pages.history.history import History
from companion.pages.menu.menu import Menu
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.epoch import EpochScores
from companion.pages.scoring.finale import Finale
from companion.rules.model import Phase
from companion.rules.records.notation import position
from companion.rules.records.timeline import Timeline, enter
from companion.ui.scene import words
from tests.rules.table import action
from tests.together import for_each
from tests.view.gallery import AT_TABLE, NAMES, PAGES, shown, table

totals = st.lists(st.integers(2000, 9999), min_size=5, max_size=5, unique=True)
"""Points that no tile, sun or count can be taken for."""

BESIDE = (
    *("history", "menu", "trouble", "mending", "mending a slot", "mending a sun"),
    *("mending what goes on", "mending tiles", "correcting", "no longer fits", "all out"),
    "peek",
)
"""Pages beside the table; points are drawn while somebody peeks, but are no word of the scene."""

SCORING = (
    *("scoring", "scoring the last", "hands now", "revealing the last epoch"),
    *("reasons", "all reasons"),
)
"""What an epoch brought is told there; totals only where they lie open."""


def with_points(model: Model, points: list[int]) -> Model:
    """Return the program with these points on its table, and at every step of its game."""
    assert model.session.timeline is not None
    start = model.session.timeline.start
    players = tuple(
        replace(player, score=score) for player, score in zip(start.players, points, strict=False)
    )
    timeline = Timeline(start=replace(start, players=players))
    for step in model.session.timeline.steps:
        timeline = enter(timeline, step.action)
    return model.with_session(timeline=timeline)


def told(model: Model) -> set[str]:
    """Return which of the players' points are words of the scene."""
    scores = {str(player.score) for player in model.game.players}
    return {score for text in words(shown(model)) for score in scores if score in text}


@given(
    points=totals,
    page=st.sampled_from([*AT_TABLE, *BESIDE, *SCORING]),
    players=st.integers(2, 5),
    secrecy=st.sampled_from(Secrecy),
)
def test_no_total_is_on_the_table_nor_where_an_epoch_is_scored(
    points: list[int], page: str, players: int, secrecy: Secrecy
) -> None:
    if page in SCORING and secrecy is Secrecy.OPEN:
        return
    model = with_points(PAGES[page](players, NAMES), points)
    assert not told(model.with_session(agreement=Agreement(secrecy=secrecy)))


@for_each(page=("hands now", "scoring"), players=range(2, 6))
def test_a_sealed_game_tells_no_points_of_an_epoch_and_no_tokens(page: str, players: int) -> None:
    model = PAGES[page](players, NAMES)
    sealed = words(shown(model.with_session(agreement=Agreement(secrecy=Secrecy.SEALED))))
    assert not any(text[:1] in {"+", "\N{MINUS SIGN}"} for text in sealed)
    assert sealed.count("?") == players + 1  # for everybody, and the key of the rules card


@given(points=totals, players=st.integers(2, 5), revealed=st.integers(0, 4))
def test_the_end_reveals_only_the_last_places_so_far(
    points: list[int], players: int, revealed: int
) -> None:
    model = with_points(PAGES["reveal"](players, NAMES), points)
    rising = replace(model, page=Finale(min(revealed, players - 2), rising=2, since=0.0))
    lowest = sorted(player.score for player in model.game.players)
    assert told(rising) == {str(score) for score in lowest[: min(revealed, players - 2)]}
    model = replace(model, page=Finale(min(revealed, players)))
    assert told(model) == {str(score) for score in lowest[: min(revealed, players)]}


@pytest.mark.parametrize("page", [EpochScores(), Menu(), History(0)])
def test_totals_stay_hidden_between_the_last_scoring_and_the_reveal(
    page: EpochScores | Menu | History,
) -> None:
    text = table(3, "limit 1").replace("ra 3", "ra 0").replace("epoch 2", "epoch 3")
    timeline = enter(Timeline(start=position(text)), action("draw ra"))
    assert timeline.game.stage is Phase.OVER
    model = with_points(
        Model(page=Welcome(), session=Session(timeline=timeline, buttons=(0, 1, 2))),
        [4111, 5222, 6333],
    )
    assert not told(replace(model, page=page))
