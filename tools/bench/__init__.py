"""Speed as ratios to named baselines in the same run, never a promise in seconds: ``python -m tools.bench [PART ...]``.

Part of the repository, not of the program: it compares with packages that only its development has.
"""
