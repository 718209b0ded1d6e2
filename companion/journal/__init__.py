"""What was confirmed, kept for ever: one file a game, and an index that can be thrown away.

Imports nothing of the program but itself: it stores events as JSON objects and does not know what
they mean.
"""
