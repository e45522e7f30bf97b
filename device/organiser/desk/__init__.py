"""The organiser's own pages: what stands on them, and what their forms decide."""
