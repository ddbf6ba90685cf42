"""Everything that writes. Pages, mails and workers parse and answer; what changes, changes here."""
