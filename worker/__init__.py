"""The Celery side: short tasks that call pbem.actions, and their schedule."""
