"""The cases of tables, counted (L602)."""
