"""What this computer has and lacks for the table: looked at, never changed, on any Linux."""
