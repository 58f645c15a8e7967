"""Rules as Python functions, from what the check has found."""
