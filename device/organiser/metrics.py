"""What a monitor reads of the organiser's program, in the OpenMetrics format, at ``/metrics`` of the desk's port.

Nothing is measured for it that the program does not know anyhow: the log's state, counters of the ingest, the table's
own last snapshot. Names and labels are listed in docs/event.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Metric, ProcessCollector
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from device.common.event.messages import SUPPLY_LOW, SUPPLY_WAS_LOW, SUPPLY_WELL
from device.common.version import version
from device.common.web.answers import host_of
from device.common.web.connections import LOOPBACK, within
from device.common.web.openapi import DESCRIBED, DESCRIPTION, RouteAnswer, openapi
from device.organiser.service import OrganiserService
from rules.game import SECOND

OPEN_METRICS = CONTENT_TYPE_LATEST.partition(";")[0]
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
"""Headers of a proxy: behind one on this machine every visitor would seem to be this machine."""


PATH = "/metrics"
NOBODY = {"404": "There is no such page for you"}
ANSWERS = {
    PATH: RouteAnswer("What is to be measured, in the OpenMetrics format", media=OPEN_METRICS, other=NOBODY),
    f"{PATH}/{DESCRIPTION}": DESCRIBED._replace(other=NOBODY),
}
"""What a monitor is answered."""
SUPPLY_VALUES = {SUPPLY_WELL: 0.0, SUPPLY_WAS_LOW: 0.5, SUPPLY_LOW: 1.0}


class EventCollector(Collector):
    """The metrics of a running `OrganiserService`, computed anew whenever somebody asks."""

    def __init__(self, service: OrganiserService) -> None:
        self._service = service

    def collect(self) -> Iterator[Metric]:
        """Each of them, tables by their numbers."""
        service, ingest = self._service, self._service.ingest
        event = service.event
        yield InfoMetricFamily(
            "dvojtah", "The event and the organiser's version", {"event": event, "version": version()}
        )
        yield _gauge("broker_connected", "Whether the broker is reached", ingest.client.is_connected())
        yield _gauge("store_trouble", "Whether the store takes nothing", service.trouble is not None)
        yield _gauge("messages_waiting", "Messages that wait for the writer", ingest.waiting)
        counts = ingest.counts
        yield _counter("messages_heard", "Messages of tables that came off the wire", counts.messages)
        yield _counter("rows_heard", "Rows that are to be committed", counts.rows)
        yield _counter("rows_committed", "Rows that the store has taken", counts.committed)
        yield _counter("messages_refused", "Messages that were not taken", counts.refused)
        yield from self._tables()

    def _tables(self) -> Iterator[Metric]:
        places, reports = self._service.state.tables(), self._service.ingest.reports()
        heard = [place for place in places if place.online is not None]
        connected = sum(place.online is True for place in heard)
        silent = sum(place.silent for place in heard)
        yield _gauge("tables_connected", "Tables with a connection", connected)
        yield _gauge("tables_silent", "Tables of which nothing was heard for too long", silent)
        online = _of_tables("connected", "Whether the table has a connection")
        for place in heard:
            online.add_metric([str(place.number)], place.online is True)
        unsent = _of_tables("unsent_rows", "Rows the table has not got rid of")
        doubt = _of_tables(
            "clock_doubt_seconds", "By how much the table may be wrong about the event's clock", "seconds"
        )
        info = InfoMetricFamily("dvojtah_table", "What runs at the table", labels=["table"])
        free = _of_tables("disk_free_bytes", "Room on the table's disk", "bytes")
        heat = _of_tables("temperature_celsius", "Heat of the table's processor", "celsius")
        supply = _of_tables("supply_low", "Whether its supply is too weak now (1), or was since the start (0.5)")
        faults = _of_tables("faults", "Parts of the table that do not work")
        for number, report in sorted(reports.items()):
            if (health := report.health) is not None:
                faults.add_metric([str(number)], len(health.faults))
                if health.free_mb is not None:
                    free.add_metric([str(number)], health.free_mb * 1_000_000)
                if health.degrees is not None:
                    heat.add_metric([str(number)], health.degrees)
                if health.supply in SUPPLY_VALUES:
                    supply.add_metric([str(number)], SUPPLY_VALUES[health.supply])
            unsent.add_metric([str(number)], report.waiting)
            if report.doubt is not None:
                doubt.add_metric([str(number)], report.doubt / SECOND)
            info.add_metric([str(number)], {"version": report.version, "device": report.device})
        yield from (online, unsent, doubt, info, free, heat, supply, faults)


def _of_tables(name: str, text: str, unit: str = "") -> GaugeMetricFamily:
    return GaugeMetricFamily(f"dvojtah_table_{name}", text, labels=["table"], unit=unit)


def _gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"dvojtah_{name}", text, value)


def _counter(name: str, text: str, value: float) -> CounterMetricFamily:
    return CounterMetricFamily(f"dvojtah_{name}", text, value)


def registry(service: OrganiserService, board: Callable[[], int | None] = lambda: None) -> CollectorRegistry:
    """Everything that is read of ``service``; ``board`` is the process of the live board, whose time is its own."""
    collectors = CollectorRegistry()
    collectors.register(EventCollector(service))
    ProcessCollector(registry=collectors)
    ProcessCollector("board", pid=lambda: board() or 0, registry=collectors)
    return collectors


def metrics_routes(collectors: CollectorRegistry, readers: tuple[str, ...] = ()) -> list[Route]:
    """``/metrics`` and what it is, for this machine and the networks ``readers``; nobody else finds such pages."""

    def may_read(request: Request) -> bool:
        host = host_of(request).removeprefix("::ffff:")
        direct = within(host, LOOPBACK) and not any(name in request.headers for name in FORWARDED)
        return direct or within(host, readers)

    async def metrics(request: Request) -> Response:
        if not may_read(request):
            return PlainTextResponse("", 404)
        text = await run_in_threadpool(generate_latest, collectors)
        return Response(text, headers={"Content-Type": CONTENT_TYPE_LATEST, "Cache-Control": "no-store"})

    async def description(request: Request) -> Response:
        if not may_read(request):
            return PlainTextResponse("", 404)
        about = "For this machine, and for who was named with --metrics-for. docs/event.md lists the metrics."
        return JSONResponse(openapi("Dvojtah: the organiser's program", about, routes, ANSWERS, version()))

    routes = [Route(PATH, metrics), Route(f"{PATH}/{DESCRIPTION}", description)]
    return routes
