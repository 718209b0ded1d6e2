"""When screen and table disagree: what can be wrong, what to suspect, how to fix it."""
