"""A table whose screen is a browser: its picture, who holds it, tables beside each other, the page itself."""
