"""``footfall graph`` and ``footfall go``: the graph that joins the skills."""
