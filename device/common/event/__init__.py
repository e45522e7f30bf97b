"""What tables and organiser say to each other, and how they find and trust each other."""
