"""What all pages share: the state, messages and effects, commands, and what a page is.

Pure: no clock, no dice, no files, no pixels, no hardware.
"""
