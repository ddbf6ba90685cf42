"""Databases that servers of earlier releases have left, each named by its newest migration."""
