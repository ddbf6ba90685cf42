"""One line of a game: questions and their clock, playing, undoing, bots, drafts, scenes, and the outbox row."""
