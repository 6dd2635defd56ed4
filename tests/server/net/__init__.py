"""The gateways and what they are made of, without a network."""
