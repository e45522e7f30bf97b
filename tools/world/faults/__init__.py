"""Faults planted in the product, by which the simulation is known to see: what is changed, and where it is found."""

from __future__ import annotations

from tools.world.faults.database import OF_DATABASE
from tools.world.faults.fault import Fault as Fault
from tools.world.faults.files_and_pods import OF_FILES_AND_PODS
from tools.world.faults.organiser import OF_ORGANISER
from tools.world.faults.table import OF_TABLES
from tools.world.faults.versions import OF_VERSIONS

FAULTS: dict[str, Fault] = OF_TABLES | OF_ORGANISER | OF_DATABASE | OF_VERSIONS | OF_FILES_AND_PODS
"""By its name, a fault."""
