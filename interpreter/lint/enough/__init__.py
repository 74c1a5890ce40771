"""Whether there is enough wherever chips are paid and cards are dealt (L601)."""
