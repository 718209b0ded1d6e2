"""The tests of backups run commands like those of the command line."""

from tests.cli.conftest import run

__all__ = ["run"]
