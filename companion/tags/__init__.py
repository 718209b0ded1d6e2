"""Boxes of tagged tiles, and how one is taught."""
