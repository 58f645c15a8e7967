"""The gunicorn worker: connections, and a fast path without Flask for polls and actions.

This module imports nothing, because gunicorn's master process reads it before gevent replaces parts of
Python's library, such as sockets, by its own.
"""
