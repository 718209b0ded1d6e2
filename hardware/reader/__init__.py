"""The bag reader: its port, its thread, and what a reading means."""
