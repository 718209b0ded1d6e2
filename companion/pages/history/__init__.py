"""The history: the game as sentences, each with its table and what can be done with it."""
