"""Everything that people do at the screen: rooms that do not know each other, and what joins them.

A page that another room leads to is named by a ``Route``; ``registry`` says where it is.
"""
