"""The scoring assistant: who played, what everybody has, what it is worth."""
