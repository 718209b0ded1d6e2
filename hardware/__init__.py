"""Buttons, lamps and the bag reader; knows nothing of the game and nothing of the screen."""
