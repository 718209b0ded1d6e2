"""Many tables at one MQTT broker: what a table reports, and what it may be ordered to do.

`shapes` is shared by both sides of a table's socket. The rest belongs to ``ra-companion fleet``, to
the board, and to the commands that check an account; only `broker` loads an MQTT library.
"""
