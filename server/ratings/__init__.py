"""How strong players are thought to be: the model, the fixed ratings of bots, and everybody's at present."""
