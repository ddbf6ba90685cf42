"""The life of a table: opening, invitations, seats, proposals, the host's acts, talk, records, rules upgrades."""
