"""The service: pages, mails and every write to the database."""
