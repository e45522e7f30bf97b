"""What the organiser decides, as the values that the log keeps."""
