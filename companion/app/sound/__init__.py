"""Sound at the table: cues, and the voice that reads aloud."""
