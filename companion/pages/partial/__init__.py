"""A partially recorded game: the table at which less is entered, and joining it late."""
