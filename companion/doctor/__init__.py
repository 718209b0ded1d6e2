"""What this computer has and lacks for the table, on any Linux; what is tried is removed again."""
