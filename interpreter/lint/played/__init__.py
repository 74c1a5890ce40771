"""Games played by chance, and what goes wrong in them (L620)."""
