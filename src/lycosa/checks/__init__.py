"""The laws every judge and strategy must pass, shipped so that plugins can run them."""
