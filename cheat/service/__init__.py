"""What can be asked for: the only code that combines rooms and storage."""
