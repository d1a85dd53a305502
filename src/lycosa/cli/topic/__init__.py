"""Make a topic, show it examples, label pages, and see how well it is judged."""
