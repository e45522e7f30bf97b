"""Looking back over evenings: what games brought people and pairs. No game is named here."""
