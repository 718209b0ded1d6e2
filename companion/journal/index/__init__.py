"""The searchable index of kept games, made from the journals; the board's, of its tables' games."""
