"""The words both sides speak: typed messages, their bytes, error codes. No I/O."""
