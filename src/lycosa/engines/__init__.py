"""What drives a crawl against a web."""
