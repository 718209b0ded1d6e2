"""The loop and what it alone puts together: model, journal, screen and hardware."""

from companion.app.running import run

__all__ = ["run"]
