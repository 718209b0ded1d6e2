"""What finished games add up to: numbers that can be summed, and what they say. Pure."""
