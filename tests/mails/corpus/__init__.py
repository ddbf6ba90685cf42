"""Makes the mails of this folder: `python -m tests.mails.corpus` writes them anew."""
