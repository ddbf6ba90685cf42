"""Makes the mails of this folder: `python -m tests.mails.making` writes them anew."""
