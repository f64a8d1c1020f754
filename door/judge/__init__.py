"""What can be done to a game; the clock is always an argument."""
