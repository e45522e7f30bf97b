"""The tournament: entrants, drawing, results, ranking, money, season."""
