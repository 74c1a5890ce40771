"""Games and house rules beside one another: what differs, what goes together, what to write."""
