"""What a crawl caught, and what it must keep on disk."""
