"""The searchable index of saved games, made from the journals."""
