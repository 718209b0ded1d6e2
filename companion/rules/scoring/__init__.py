"""What tiles and suns score, why, and the tokens that pay for it."""
