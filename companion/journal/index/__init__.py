"""The searchable index of saved games, made from the journals; and the board's, of all tables."""
