"""The graph that joins the skills: poses and actions, how one leads to another, and how often that works.

model     what a graph is
read      its file: read, checked, and written back with what was measured
plan      the way from one node to another that fails least
carry     a body that carries out nodes, one after another
walk      at random through the graph
journey   sentences: "walk to x = 8; stand"
script    a way as one script, for who cannot stop to decide
measure   how often each edge works, from drawn states
grow      a new skill, joined where it works
draw      its picture, layout where its nodes stand

A graph is data beside the skills (`skills/graph.toml`). Nothing here touches a simulation otherwise than by
asking a Sim to switch to another skill.
"""
