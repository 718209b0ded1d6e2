"""Checks on any Linux what this computer has and lacks for the table, and leaves no trace."""
