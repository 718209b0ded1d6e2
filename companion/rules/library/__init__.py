"""The rules for other people's programs: everything in players' words, with a text form."""
