"""Empire 1901: Diplomacy as a bulletin-board door game."""
