"""All that counts, slows or refuses connections, requests and guesses. The numbers are in ``declared``."""
