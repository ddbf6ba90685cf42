"""What every game shares and no railway: games, moves, lines, records, words. Imports nothing of `rail` or `games`."""
