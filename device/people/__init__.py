"""The people of this device: who they are, what is offered of them, and what was declared about them."""

from device.people.directory import Directory, Known, Pair
from device.people.people import People

__all__ = ["Directory", "Known", "Pair", "People"]
