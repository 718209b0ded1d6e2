"""Buttons, lamps and the bag reader; knows nothing of the game or the screen."""
