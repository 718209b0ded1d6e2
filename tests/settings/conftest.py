"""The tests of settings run commands like those of the command line, on nobody's computer."""

from tests.cli.conftest import nobody_owns_this_computer, run

__all__ = ["nobody_owns_this_computer", "run"]
