"""The people of this device: who they are, what is offered of them, and what was declared about them."""
