"""Saying the same thing only now and then."""


class Sparingly:
    """Remembers what was said lately. Not for more than one thread."""

    def __init__(self, seconds: float, most: int = 64) -> None:
        """Allow the same thing once in so many seconds.

        Args:
            seconds: How long the same is not worth repeating.
            most: How many different things may be said in that time; more are not allowed.
        """
        self._seconds = seconds
        self._most = most
        self._said: dict[object, float] = {}

    def allows(self, what: object, now: float) -> bool:
        """Return whether this may be said now, and take it as said."""
        self._said = {was: at for was, at in self._said.items() if now - at < self._seconds}
        if what in self._said or len(self._said) >= self._most:
            return False
        self._said[what] = now
        return True
