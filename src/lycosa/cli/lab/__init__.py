"""Compare ways of hunting on recorded webs."""
