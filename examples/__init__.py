"""Bots to begin with, and a tournament for them. See docs/bot-kit.md."""
