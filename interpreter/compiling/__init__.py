"""A checked program as Python: `ast` nodes, and where everything lies in a state."""
