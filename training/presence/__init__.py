"""Training of the fact-presence classifier and reader that ships (docs/models.md, issue 4)."""
