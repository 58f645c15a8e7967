"""The gunicorn worker: connections, and a fast path without Flask for polls and actions.

This module imports nothing, because gunicorn's master process reads it. It does so before gevent replaces the
waiting functions of Python's library, such as those of sockets, by its own.
"""
