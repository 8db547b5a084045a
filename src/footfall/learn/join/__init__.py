"""Learned transitions: the last phases of one skill, copied, and tuned until the next skill can take over.

copying  the text of a phase under another name
bridge  the text: copies of phases of one of the skills, then a call of the second
goal    how the second skill moves by itself
trial   one run from the first skill over the bridge into the second, and its score
states  where the first skill is left
search  the numbers of the bridge, found by CMA-ES from several states of the first skill
blend   two of them in one, by where the body is
join    all of it

M. Firmin, M. van de Panne: Controller Design for Multiskilled Bipedal Characters, section 4.
"""
