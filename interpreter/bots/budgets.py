"""How much bots think, if nothing else is said: known without loading those that do."""

WORLDS = 8
"""Deals of the unseen cards in which a greedy bot tries each move."""
ITERATIONS = 200
"""Games in thought for a decision of a bot that thinks ahead."""
