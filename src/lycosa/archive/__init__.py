"""Reads and writes WARC 1.1: one gzip member a record, whole to the last record whatever happens."""
