"""Mail that goes out: from an outbox row to bytes on the wire, with its pictures."""
