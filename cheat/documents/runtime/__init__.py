"""Code that compiled rules use while they run: values, texts, changes of the table, hands."""
