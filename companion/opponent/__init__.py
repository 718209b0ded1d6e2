"""A fair machine opponent, and the look back at a game: what choices were worth.

It knows what everybody at the table knows: before it thinks, it puts the bag in order, and every
rollout shuffles it again.
"""
