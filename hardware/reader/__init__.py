"""The bag reader: its port, its thread, and the meaning of a reading."""
