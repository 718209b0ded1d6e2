"""A fair machine opponent, and the look back at a game: what choices were worth.

It knows what everybody at the table knows. The order of the bag is nowhere in a position, and every
future that is tried out shuffles it anew.
"""
