"""Mail that comes in: from socket, pipe, IMAP or hook to what was written, and its answer."""
