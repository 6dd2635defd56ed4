"""What every game's table shares: following it, log, chat, clocks, prompt, overlays, result."""
