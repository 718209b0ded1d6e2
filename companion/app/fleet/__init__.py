"""The table's side of the fleet: what it says on a Unix socket, and which orders it takes.

Nothing here opens a network socket or ever blocks.
"""
