"""The sign of the staff on the panel: Ra and the dial held down together for three seconds."""

CHORD = frozenset({"ra", "dial"})

CHORD_SECONDS = 3.0


class Chord:
    """Which of the two are down; between them they mean nothing else."""

    def __init__(self) -> None:
        self._down: set[str] = set()
        self._due: float | None = None

    def pressed(self, control: str, at: float) -> bool:
        """Whether a button that goes down is the second of the two (time in monotonic seconds)."""
        if control not in CHORD:
            return False
        self._down.add(control)
        if self._down != CHORD:
            return False
        self._due = at + CHORD_SECONDS
        return True

    def released(self, control: str) -> None:
        """Forget a button that is not down any more."""
        if control in CHORD:
            self._down.discard(control)
            self._due = None

    def held(self, now: float) -> bool:
        """Whether both have been down for long enough; that is said once."""
        if self._due is None or now < self._due:
            return False
        self._due = None
        return True

    @property
    def due(self) -> float | None:
        """When both have been down for long enough, in monotonic seconds."""
        return self._due
