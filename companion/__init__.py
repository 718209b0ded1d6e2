"""Ra Companion: the screen beside the box, for tables that play Reiner Knizia's Ra."""

__version__ = "3.0.0"
