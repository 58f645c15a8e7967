"""Tools for running a server: logs, metrics, traces, threads, timers, tuning of Python."""
