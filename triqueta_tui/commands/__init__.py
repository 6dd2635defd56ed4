"""What people can do: one small class per action."""
