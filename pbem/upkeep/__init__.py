"""What happens by the clock: sweep, deadlines, reminders, news, watchdog, retention, metrics, self-check."""
