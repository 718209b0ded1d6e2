"""Phones: everybody's own panel, served to browsers of the local network.

`shapes` is what goes over the table's socket. The table makes it: `views`, of what is `public` and
what is each seat's `own`. The rest belongs to ``ra-companion phones``; only `server` loads a web
server.
"""
