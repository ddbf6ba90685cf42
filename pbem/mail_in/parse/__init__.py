"""What comes in by mail, from raw bytes to orders. Nothing here knows the database, the clock or the web."""
