"""Rule files as declarations: found, read, laid on one another, sorted by their keys."""
