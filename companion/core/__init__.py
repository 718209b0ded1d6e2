"""The program between rules and screen: its state, and what an input means.

Pure: no clock, no dice, no files, no pixels, no hardware.
"""
