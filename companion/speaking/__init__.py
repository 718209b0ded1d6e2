"""What the table says aloud, as sentences. Pure; speaking them is left to others.

The only points read here are those that an epoch brought (R-INF-2), open ones, and those revealed
at the end.
"""
