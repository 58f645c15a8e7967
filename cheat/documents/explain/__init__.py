"""Rules told back to their author in plain words."""
