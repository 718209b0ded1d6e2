"""A table at an MQTT broker: its state, calls and troubles out, "call answered" in.

`shapes` and `lines` are shared by both ends of the table's socket. The rest belongs to
``ra-companion fleet`` and to the commands that check an account; only `broker` loads an MQTT
library.
"""
