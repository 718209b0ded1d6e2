"""The loop, and what only it connects: model, journal, screen and hardware."""
