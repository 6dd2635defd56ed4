"""Exercises and the position of the day: real positions with one clear best answer, shipped with the program.

``positions`` reads them, ``feed`` shows one at a table, ``exercises`` asks, judges and goes on, ``verdict``
says what an expert thinks, ``menu`` lists what there is. A game contributes its file of positions and the
questions (``<game>.practice.question`` in its words).
"""
