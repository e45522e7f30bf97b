"""The program of a table: its parts made and joined, what each is handed of the others, the service manager told."""
