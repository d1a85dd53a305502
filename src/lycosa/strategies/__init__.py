"""Which link next? One file per strategy."""
