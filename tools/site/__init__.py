"""``make site``: the pages of ``docs/`` as a site in Czech and English that needs no server and no network.

MkDocs with Material draws it (docs/decisions/site.md). A page stays as it reads in the repository: here its language's
twin is chosen, links are turned to where things lie in the site, and long pages are cut into one for each game.
"""
