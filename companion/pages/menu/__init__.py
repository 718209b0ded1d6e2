"""The pause menu, who plays which seat, and what the program is."""
