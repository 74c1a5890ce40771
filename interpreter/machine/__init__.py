"""The machine that plays: states, moves, views, and what is known about cards."""
