"""Examples of rule files: played, measured, and tried on mutants."""
