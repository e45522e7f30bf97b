"""A table in browsers: pictures, touches, telephones as clock buttons."""
