"""``python -m tests.proof.guided PARSER …``: atheris with one parser; for ``fuzz.py`` alone.

What follows the parser's name are libFuzzer's own options.
"""

import sys
from contextlib import suppress

import atheris  # type: ignore[import-untyped, import-not-found, unused-ignore]

with atheris.instrument_imports(include=["companion", "hardware"]):
    from tests.proof.foreign import TARGETS


def main() -> None:
    """Look for bytes that make the parser fail."""
    target = TARGETS[sys.argv[1]]

    def once(data: bytes) -> None:
        with suppress(*target.answers):
            target.parse(data)

    atheris.Setup([sys.argv[0], *sys.argv[2:]], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
