"""The parts that every card game shares: cards, decisions, forms, tables, visibility. Pure."""
