"""The Celery side: short tasks that call functions of pbem, and their schedule."""
