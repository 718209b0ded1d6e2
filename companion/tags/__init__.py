"""Boxes of tagged tiles on the command line: listed, shown, carried in and out, and taught."""
