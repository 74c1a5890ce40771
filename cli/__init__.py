"""The commands: they parse arguments, call one function and print. No rule knowledge."""
