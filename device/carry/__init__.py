"""The whole journal on a USB stick, and from there into another device's. No game is named here."""
