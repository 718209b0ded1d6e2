"""What is on the screen, as plain data: model in, display list out; no pixels, no clock."""
