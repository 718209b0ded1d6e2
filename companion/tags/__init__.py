"""Boxes of tagged tiles, and teaching one."""
