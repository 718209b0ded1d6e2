"""The running program: the loop, its start and end, and who carries out what pages order."""
