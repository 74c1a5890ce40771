"""Bots: players of seats at which nobody sits."""
