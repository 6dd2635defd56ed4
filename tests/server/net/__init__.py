"""The doors and what they are made of, without a network."""
