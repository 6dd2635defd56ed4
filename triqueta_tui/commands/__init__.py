"""The commands: one record per action of a person."""
