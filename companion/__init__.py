"""Ra Companion: the screen beside the box, for tables that play Reiner Knizia's Ra."""

__version__ = "2.0.0"
