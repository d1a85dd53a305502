"""Webs, topics and strategies to curves and figures."""
