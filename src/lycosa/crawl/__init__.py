"""The pure core: what to fetch next, and what a fetched page changes."""
