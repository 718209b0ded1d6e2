"""The tests of forgetting run commands as those of the command line do."""

from tests.cli.conftest import run

__all__ = ["run"]
