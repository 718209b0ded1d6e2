"""A fair machine opponent, and the look back at a game: what choices were worth.

It knows what everybody at the table knows. A position does not hold the order of the bag, and every
future that is tried out shuffles the bag again.
"""
