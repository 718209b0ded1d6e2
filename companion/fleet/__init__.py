"""Many tables at one MQTT broker: what a table says of itself, and what may be ordered of it.

`shapes` is what both sides of a table's socket know. Everything else belongs to the process of
``ra-companion fleet``, and to the board; only they load an MQTT library.
"""
