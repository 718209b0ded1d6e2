"""The rules for other people's programs, in players' words; everything can be written as text."""
