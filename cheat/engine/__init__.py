"""The parts of every card game: cards, decisions, forms, tables and visibility. Pure."""
