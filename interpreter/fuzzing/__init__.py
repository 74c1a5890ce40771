"""Games by chance, and what must be true in all of them."""
