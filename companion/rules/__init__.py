"""The rules of Ra: pure values and functions; no clock, no dice, no files, no words on a screen.

Rule numbers (R-…), adjudications (D-…) and edge cases (E-…) are those of ``tests/rules/RULES.md``.
"""
