"""Many tables at one MQTT broker: what a table says of itself, and what it may be ordered to do.

`shapes` is what both sides of a table's socket know. The rest belongs to ``ra-companion fleet``, to
the board, and to the commands that check an account; only `broker` loads an MQTT library.
"""
