"""What people take home: games and statistics as files that other programs read."""
