"""The load simulator, `python -m cheat.load`: real games at many tables from one process.

It measures how much load a server carries. docs/load.md says how to use it. It uses the protocol steps of
`cheat.client`, but sends them over its own connections.
"""
