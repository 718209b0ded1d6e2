"""The command line: a module for each command."""

from companion.cli.commands import main as main
