"""A table in a café: staff and their PIN, staff calls, idling, USB sticks."""
