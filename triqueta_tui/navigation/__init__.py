"""From what a person wants to a screen: the way to a server, the link's life, who is at the keyboard."""
