"""Games and positions as text: read, written, played again."""
