"""Waiting at boot: on a bare console the driver of the screen may come later than the table."""

from collections.abc import Callable

from companion.app.notify import notify
from companion.screen import NoScreen, Window

SCREEN_SECONDS = 20.0
"""How long a service waits at boot for the driver of the screen."""

_LOOK_SECONDS = 0.5


def patiently(
    open_window: Callable[[], Window],
    *,
    patience_seconds: float,
    now: Callable[[], float],
    sleep: Callable[[float], None],
) -> Window:
    """Open the window; on a bare console, as soon as the driver of the screen is there.

    Raises:
        NoScreen: It is not there in time, or it is something else that is missing.
    """
    give_up = now() + patience_seconds
    while True:
        try:
            return open_window()
        except NoScreen as why:
            if not why.packages or now() >= give_up:
                raise
            notify(f"STATUS=Waiting for the screen: {why.reason}")
            sleep(_LOOK_SECONDS)
