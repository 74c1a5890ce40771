"""The bots there are, by name, with a few words about each; those that think are not loaded for that."""

WORLDS = 8
"""Deals of the unseen cards in which a greedy bot tries each move, if nothing else is said."""
ITERATIONS = 200
"""Games in thought for a decision of a bot that thinks ahead, if nothing else is said."""

BOTS = {
    "random": ("random", "makes every legal move as likely as every other"),
    "greedy": (
        "greedy:N",
        (
            "looks one move ahead: it tries each move in N deals of the cards that it does not see "
            f"({WORLDS} if no N is said) and plays on by chance for 24 decisions"
        ),
    ),
    "ismcts": (
        "ismcts:N",
        (
            f"thinks ahead, in N games in thought ({ITERATIONS} if no N is said) or, as 'ismcts:2s', "
            "for two seconds"
        ),
    ),
}
"""By name how each is written, and what it does."""
WITHOUT = ("BOT without MOVE", "makes that move only if it has no other")
"""The same of what goes with every bot."""
