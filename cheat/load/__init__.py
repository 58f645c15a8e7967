"""The load simulator, `python -m cheat.load`: real games at many tables from one process.

The simulator measures how many players a server can serve. docs/load.md explains how to use it. It uses the
calls of `cheat.client`, but sends the requests over its own connections.
"""
