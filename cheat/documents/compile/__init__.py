"""Compiles checked documents to Python functions."""
