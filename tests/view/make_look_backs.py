"""Makes the look backs at the games of the gallery, with the engine compiled: minutes."""

from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from release.kernels import for_this_python, prefer

_TRIES = 60
"""Less than for people: whoever plays at random makes a hundred mistakes."""


def main() -> None:
    """Look back at a game of every number of players, and keep what is found."""
    with TemporaryDirectory() as folder:
        prefer(for_this_python(Path(folder)))
        # what knows the engine comes after its choice
        from companion.opponent.reviewing import Judge, review  # noqa: PLC0415
        from tests.view.look_backs import FILE, game  # noqa: PLC0415

        found = {players: review(game(players), Judge(_TRIES)) for players in (2, 3, 4, 5)}
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()
