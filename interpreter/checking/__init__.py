"""Declarations as a checked program: names, types, phases, effects."""
