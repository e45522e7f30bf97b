"""The program: its parts made and joined, messages to the service manager, the simulator."""
