"""The live web: bytes over HTTP/1.1, under caps. When and whether to fetch is the core's to say."""
