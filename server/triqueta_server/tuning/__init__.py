"""What relies on private parts or the inner shape of a library.

Each part has a test of the shape it relies on. What only saves something has a switch as well
(``triqueta_protocol.internal.tuning_switches``).
"""
