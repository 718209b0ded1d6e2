"""Partially recorded games: what was entered, what follows from it, what stays unknown."""
