"""What was confirmed, kept for ever: one file a game, and an index that can be thrown away.

Only `game_lines` and `game_reader` know what the events mean; to the rest they are JSON objects.
"""
