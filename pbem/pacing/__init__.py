"""The arithmetic of time, without database, request or clock: which time counts, when a reminder is due and when nobody
is to be disturbed, what people may ask for, and how it is said. `pace.py` holds the pace of a table itself."""
