"""Buttons, readers and tags: the pin wizard, the hardware test, teaching a box."""
