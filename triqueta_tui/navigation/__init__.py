"""From what a person wants to a screen: connecting to servers, following the link, who is at the keyboard."""
