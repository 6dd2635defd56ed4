"""Commands of exercises: to begin them from the rules or a hint, to answer, and to go on."""

from triqueta_tui.commands.command import Command

PRACTISE = Command("practice.open", "e", action="practise")
ANSWER_ONE = Command("practice.answer_1", "1", action="answer(0)", footer=False)
"""Choose the first of what is offered. The others are alike."""

ANSWER_TWO = Command("practice.answer_2", "2", action="answer(1)", footer=False)
ANSWER_THREE = Command("practice.answer_3", "3", action="answer(2)", footer=False)
ANSWER_FOUR = Command("practice.answer_4", "4", action="answer(3)", footer=False)
ANSWER_FIVE = Command("practice.answer_5", "5", action="answer(4)", footer=False)
NEXT_QUESTION = Command("practice.next", "enter,n")

ANSWERS = (ANSWER_ONE, ANSWER_TWO, ANSWER_THREE, ANSWER_FOUR, ANSWER_FIVE)
"""The keys of what is offered, in its order."""
