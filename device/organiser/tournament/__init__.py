"""The tournament: draws, results, ranking, money, season."""
