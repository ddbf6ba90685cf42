"""What belongs to a person: addresses, settings, absences, lost links, export and deletion."""
