"""Stands in for a package that users do not have.

Only development tools bring it along. msgspec imports it wherever it finds it, which takes a tenth
of the time to the first picture.
"""

raise ImportError("only developers have it")
