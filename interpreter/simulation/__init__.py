"""What a game is like, measured over many games played by bots."""
