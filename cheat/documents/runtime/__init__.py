"""Parts that running rules use: values, texts, operations on the table, hands of cards."""
