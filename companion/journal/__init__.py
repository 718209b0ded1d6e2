"""Everything that was confirmed, saved durably: one file per game, and a rebuildable index.

Only `game_lines` and `game_reader` know what the events mean; to the rest they are JSON objects.
"""
