"""The calls of the service: the only code that combines rooms and storage."""
