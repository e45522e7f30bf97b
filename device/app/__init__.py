"""The program: its parts made and joined, what tells the service manager, the simulator."""
