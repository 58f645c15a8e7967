"""What a card game is: cards, decisions, forms, tables, and who sees what. Pure."""
