"""A table without a Pi: the simulated panel, bag and reader, and the window that shows them."""
