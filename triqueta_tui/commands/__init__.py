"""The commands: one small class per action of a person."""
