"""Basins: from which states a skill succeeds, as a small model made of drawn starts.

features  what of a body's state the model sees
model     nearest neighbours, held out to see how often they are right
draw      starts from a mix of states, with disturbances of growing size
file      the model in a file beside the skill
outlook   will this edge work from here? For plans and walks
picture   the starts over the two most telling features
"""
