"""The stored rows, their schema and migrations, and the queries that everybody shares."""
