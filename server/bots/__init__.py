"""Players made of code. They see a seat's view and nothing else."""
