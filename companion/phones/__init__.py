"""Phones: everybody's own panel, served to browsers of the local network.

`shapes` and `views` are shared by both ends of the table's socket. The rest belongs to
``ra-companion phones``; only `server` loads a web server.
"""
