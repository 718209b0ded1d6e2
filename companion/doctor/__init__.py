"""Checks, on any Linux, what this computer has and lacks for the table; leaves no trace."""
