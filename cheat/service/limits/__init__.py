"""Rate limits for addresses, seats and networks."""
