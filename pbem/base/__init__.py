"""Settings, database sessions, the clock, tokens, limits, field checks and the texts of the service."""
