"""The command line: reads arguments, calls one function, prints. Knows no rules."""
