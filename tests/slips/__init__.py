"""The corpus of slips: what people get wrong in rule files, and whether they are told.

`sheet` finds everything in a rule file that can be got wrong, `spelling`, `wording` and `layout` get
it wrong, `judging` sees what rulerun says to it. `python -m tests.slips` prints the figures.
"""
