"""A partially recorded game: what was entered, what follows from it, what stays unknown."""
