"""The program between rules and screen: what it is in the middle of, and what an input means.

Pure: no clock, no dice, no files, no pixels, no hardware.
"""
