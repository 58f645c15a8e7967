"""Operation: logs, metrics, traces, and tuning of Python."""
