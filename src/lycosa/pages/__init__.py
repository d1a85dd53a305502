"""What a page is: records, parsing, cues, URLs, text, language, fingerprints."""
