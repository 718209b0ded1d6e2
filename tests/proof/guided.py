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
    name, *options = sys.argv[1:]
    target = TARGETS[name]
    command = f"{sys.executable} -m tests.proof.guided '{name}'"  # libFuzzer may call itself

    def once(data: bytes) -> None:
        with suppress(*target.answers):
            target.parse(data)

    atheris.Setup([command, *options], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
