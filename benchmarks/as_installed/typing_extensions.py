"""Not there, as for everybody who installs the program.

Only the tools of developers bring it along; msgspec loads it wherever it is, which takes a tenth of
the time to the first picture.
"""

raise ImportError("only developers have it")
