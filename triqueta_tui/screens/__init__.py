"""The screens, each with its style sheet (``.tcss``) beside it."""
