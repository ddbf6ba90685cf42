"""Pictures of boards, for every game: SVG text and monospace text, made from views. It knows no rules."""
