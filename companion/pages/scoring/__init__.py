"""The end of an epoch and of a game, and what would score now."""
