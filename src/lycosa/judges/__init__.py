"""Is this relevant? One file per judge."""
