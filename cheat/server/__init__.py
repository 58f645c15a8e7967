"""The service under gunicorn.

This module imports nothing, because gunicorn's master reads it before gevent has patched anything.
"""
