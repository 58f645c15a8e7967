"""Real games at many tables from one process, to see what a server carries: `python -m cheat.load`.

docs/load.md says how to use it. It speaks the protocol by `cheat.client`, over connections of its own.
"""
