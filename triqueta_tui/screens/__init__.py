"""The screens, each with its colours and measures in the ``.tcss`` file beside it."""
