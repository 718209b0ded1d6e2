"""The loop and what it alone puts together: model, journal, screen and hardware."""
