"""What we hunt: topic.toml, word lists, labels. Data only."""
