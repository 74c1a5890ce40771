"""The meaning of rule files: overlays, checks, compilation, and the machine that plays."""
