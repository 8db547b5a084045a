"""Learned transitions: the last phases of one skill, copied, and tuned until the next skill can take over.

bridge  the text: copies of phases of the first skill, then a call of the second
goal    how the second skill moves by itself
trial   one run from the first skill over the bridge into the second, and its score
search  the numbers of the bridge, found by CMA-ES from several states of the first skill

M. Firmin, M. van de Panne: Controller Design for Multiskilled Bipedal Characters, section 4.
"""
