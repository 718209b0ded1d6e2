"""Computes a look back on a thread of its own, and keeps it with the index."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from companion.exports.kept_game import keep_review, kept_review
from companion.journal.lines import GameId
from companion.pages import review
from companion.rules.records.timeline import Timeline

_EVERY = 5
"""After how many entries progress is reported to the page."""


class _Stopped(Exception):
    """Nobody waits for it any more."""


class Reviewer:
    """Computes one look back at a time; one that nobody waits for is given up."""

    def __init__(
        self,
        data: Path,
        on_table: Callable[[], GameId | None],
        post: Callable[[review.Machines], None],
    ) -> None:
        """Begin nothing yet.

        Args:
            data: The data folder.
            on_table: Which game was played last.
            post: Tells the loop, from any thread.
        """
        self._data, self._on_table, self._post = data, on_table, post
        self._wanted = threading.Event()

    def obey(self, order: review.Order) -> None:
        """Begin, or stop."""
        self._wanted.clear()
        if isinstance(order, review.StartReview):
            self._wanted = threading.Event()
            self._wanted.set()
            game = order.game or self._on_table() or ""
            todo = (order.timeline, GameId(game), self._wanted)
            threading.Thread(target=self._look, args=todo, name="review", daemon=True).start()

    def _look(self, timeline: Timeline, game: GameId, wanted: threading.Event) -> None:
        """Look back, unless that was done before; tell how far it is, and what was found."""
        found = kept_review(self._data, game, timeline) if game else None
        if found is None:
            # the rules in whole numbers are loaded here: no table that only plays needs them
            from companion.opponent import reviewing  # noqa: PLC0415

            def advance(done: int, of: int) -> None:
                if not wanted.is_set():
                    raise _Stopped
                if done % _EVERY == 0:
                    self._post(review.Advanced(done, of))

            try:
                found = reviewing.review(timeline, advance=advance)
            except _Stopped:
                return
            if game:
                keep_review(self._data, game, found)
        if wanted.is_set():
            self._post(review.Reviewed(found))
