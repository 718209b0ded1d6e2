"""The table's side of the fleet: what it says of itself on a Unix socket, and who may order what.

Nothing here opens a network socket or waits for anybody.
"""
