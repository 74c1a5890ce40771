"""The course of a game: where it is stuck, where it goes on for ever (L604 to L607)."""
