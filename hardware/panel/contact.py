"""One contact that bounces: debounced, and ignored while it does what no finger does. No clock."""

from collections import deque
from collections.abc import Iterator

from hardware.events import ButtonDown, ButtonMasked, ButtonTrusted, ButtonUp

STUCK_SECONDS = 10.0
"""Nobody holds a button longer than this."""

CALM_SECONDS = 0.5
"""How long a masked button must stay up to be trusted again."""

CHATTER_CHANGES, CHATTER_SECONDS = 40, 2.0
"""More presses and releases than this in so many seconds are no finger."""

Change = tuple[type[ButtonDown | ButtonUp | ButtonMasked | ButtonTrusted], float]
"""What a button reports, and when, in seconds of the monotonic clock."""


class Contact:
    """A contact of a button: it is closed, or open, once it has been so for the quiet time.

    Downs and ups alternate, beginning with a down. ``ButtonMasked`` may end a press instead of an
    up; then nothing follows until ``ButtonTrusted``, and the next is a down.
    """

    def __init__(
        self, quiet: float, at: float, *, is_closed: bool, is_masked: bool, is_hasty: bool = False
    ) -> None:
        """Begin with a level that was read.

        Args:
            quiet: How long it must be still, in seconds; 0: somebody else debounces it.
            at: When it was read, in seconds of the monotonic clock.
            is_closed: Whether it was closed then.
            is_masked: Whether the button is ignored until it has been up for a while.
            is_hasty: Whether it counts at once and is ignored for the quiet time afterwards: for a
                contact that may be one of a dial's, and be closed for less.
        """
        self.quiet, self._is_hasty = quiet, is_hasty
        self.is_closed, self._moved_at = is_closed, at
        self.is_down, self._changed_at = is_closed, at
        self.is_masked = is_masked
        self._changes: deque[float] = deque(maxlen=CHATTER_CHANGES + 1)

    def on_edge(self, at: float, *, is_closed: bool) -> Iterator[Change]:
        """Yield what follows from this level on the wire."""
        yield from self.advance(at)
        if is_closed != self.is_closed:
            self.is_closed, self._moved_at = is_closed, at
            yield from self.advance(at)

    def advance(self, now: float) -> Iterator[Change]:
        """Yield what was due until now, in order of time."""
        while (due := self.due()) is not None and due <= now:
            if self.is_closed == self.is_down:  # still, for long enough
                self.is_masked = self.is_down
                yield (ButtonMasked if self.is_masked else ButtonTrusted), due
                continue
            self.is_down, self._changed_at = self.is_closed, due
            self._changes.append(due)
            is_full = len(self._changes) > CHATTER_CHANGES
            if self.is_masked:
                continue
            if is_full and due - self._changes[0] < CHATTER_SECONDS:
                self.is_masked = True
                yield ButtonMasked, due
            else:
                yield (ButtonDown if self.is_down else ButtonUp), due

    def due(self) -> float | None:
        """Return when ``advance`` has something to do if nothing moves; ``None``: never."""
        if self.is_closed != self.is_down:
            if self._is_hasty:
                return max(self._moved_at, self._changed_at + self.quiet)
            return self._moved_at + self.quiet
        if self.is_down == self.is_masked:
            return None
        return self._changed_at + (STUCK_SECONDS if self.is_down else CALM_SECONDS)
