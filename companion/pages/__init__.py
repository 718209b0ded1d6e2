"""Everything that people do at the screen: a folder for each thing they do, and what joins them.

Folders stand on ``table`` and ``reference`` and do not know each other: a page that another folder
leads to is named by a ``Route``; ``registry`` says where it is.
"""
