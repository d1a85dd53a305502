"""Where pages come from: live (HTTP), recorded (a WARC), practice (computed)."""
