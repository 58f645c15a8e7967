"""The load simulator, `python -m cheat.load`: real games at many tables from one process.

It measures what a server carries. docs/load.md says how to use it. It speaks the protocol by `cheat.client`,
over connections of its own.
"""
