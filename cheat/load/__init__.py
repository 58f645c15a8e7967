"""The load simulator, `python -m cheat.load`: real games at many tables from one process.

The simulator measures how much load a server carries. docs/load.md explains its use. It takes the protocol
steps of `cheat.client`, but sends the requests over its own connections.
"""
