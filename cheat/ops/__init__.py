"""Operation: logs, metrics, traces, and how Python runs."""
