"""What a monitor reads: `/metrics` of a running organiser, in the format as its own library reads it."""

import asyncio
import http.client
import time
from types import SimpleNamespace

import msgspec
import pytest
import schemathesis
from prometheus_client.openmetrics.parser import text_string_to_metric_families
from starlette.requests import Request

from device.cli import main
from device.common.event import messages, wire
from device.common.version import version
from device.organiser import metrics
from device.organiser.log.ingest import BrokerAddress
from device.organiser.service import OrganiserService
from device.organiser.store import StoreTrouble, open_store
from rules.game import SECOND
from rules.message import msg
from tests.event.rig import until
from tests.organiser.evening import EVENT, Evening, say
from tests.ports import free_port
from tools.play.event.demo import access
from tools.play.event.table import SimulatedTable
from tools.play.event.tables import SimulatedTables

TOPICS = wire.Topics(EVENT)
HEALTH = messages.TableHealth(free_mb=31, degrees=61, supply="was low", faults=(messages.TableFault(part="oled A"),))


def read(text):
    """Every sample by its name and the number of its table, as the format's own parser reads them."""
    samples = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            table = sample.labels.get("table")
            key = (sample.name, int(table)) if table else sample.name
            assert key not in samples
            samples[key] = sample.labels if sample.name.endswith("_info") else sample.value
    return samples


def scraped(port, **headers):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    line.request("GET", "/metrics", headers=headers)
    return line.getresponse()


def snapshot(table, **more):
    return messages.TableSnapshot(boot="b" * 16, device=f"{table:016x}", **more)


@pytest.mark.timeout(120)
def test_a_monitor_reads_the_tables_of_a_running_event(tmp_path):
    evening = Evening(tmp_path, str(tmp_path / "event.db"), 2)
    evening.start_broker()
    evening.start_organiser()
    table = SimulatedTable(1, EVENT, ("polish_doubles",), 600, vivid=True, rounds=1, begin=time.monotonic_ns() + SECOND)
    simulated = SimulatedTables([table], lambda n: access(evening.files, n))
    other = evening.stranger(2)
    try:
        sent = snapshot(2, version='1.4"\\x', waiting=7, doubt=3_000_000, health=HEALTH)
        say(other, TOPICS.state(2), wire.encode(sent))
        assert simulated.run(lambda: table.acked > 3, 30)
        assert simulated.run(lambda: ("dvojtah_table_info", 2) in read(scraped(evening.desk_port).read().decode()), 30)
        answer = scraped(evening.desk_port)
        assert answer.headers["Content-Type"].startswith("application/openmetrics-text")
        samples = read(answer.read().decode())
        assert samples["dvojtah_info"] == {"event": EVENT, "version": version()}
        assert samples["dvojtah_broker_connected"] == 1
        assert samples["dvojtah_store_trouble"] == 0
        assert samples["dvojtah_tables_connected"] == 2
        assert samples["dvojtah_table_unsent_rows", 2] == 7
        assert samples["dvojtah_table_clock_doubt_seconds", 2] == pytest.approx(0.003)
        assert samples["dvojtah_table_info", 2] == {"table": "2", "version": '1.4"\\x', "device": f"{2:016x}"}
        assert samples["dvojtah_table_disk_free_bytes", 2] == 31_000_000
        assert samples["dvojtah_table_temperature_celsius", 2] == 61
        assert samples["dvojtah_table_supply_low", 2] == 0.5
        assert samples["dvojtah_table_faults", 2] == 1
        assert ("dvojtah_table_faults", 1) not in samples, "a table of an earlier version states nothing"
        assert samples["dvojtah_rows_heard_total"] >= samples["dvojtah_rows_committed_total"] > 3
        assert samples["dvojtah_messages_heard_total"] > 1
        assert samples["process_cpu_seconds_total"] > 0
        assert samples["board_process_cpu_seconds_total"] > 0
        address = f"http://127.0.0.1:{evening.desk_port}/metrics/openapi.json"
        described = schemathesis.openapi.from_url(address)
        for operation in described.get_all_operations():
            assert operation.ok().Case().call_and_validate().status_code == 200
        assert set(described.raw_schema["paths"]) == {"/metrics", "/metrics/openapi.json"}
        assert scraped(evening.desk_port, **{"X-Forwarded-For": "203.0.113.9"}).status == 404

        say(other, TOPICS.state(2), wire.encode(snapshot(2, online=False)))

        def gone():
            return read(scraped(evening.desk_port).read().decode())["dvojtah_table_connected", 2] == 0

        assert simulated.run(gone, 30)
        assert read(scraped(evening.desk_port).read().decode())["dvojtah_tables_connected"] == 1
        evening.kill("broker")

        def away():
            return not read(scraped(evening.desk_port).read().decode())["dvojtah_broker_connected"]

        assert simulated.run(away, 30)
    finally:
        other.loop_stop()
        simulated.close()
        evening.close()


class FullDisk:
    """A store that takes nothing while it is ``full``."""

    full = True

    def __init__(self, store):
        self._store = store

    def __getattr__(self, name):
        return getattr(self._store, name)

    def append(self, rows, refused=()):
        if FullDisk.full:
            raise StoreTrouble(msg("The disk is full."), passing=True)
        self._store.append(rows, refused)


def test_what_a_full_disk_does_not_take_is_heard_and_not_committed(tmp_path, monkeypatch):
    monkeypatch.setattr(FullDisk, "full", True)
    nobody = BrokerAddress("127.0.0.1", free_port())
    service = OrganiserService(EVENT, lambda: FullDisk(open_store(str(tmp_path / "event.db"), EVENT)), nobody)
    service.start()
    registry = metrics.registry(service)

    def now():
        return read(metrics.generate_latest(registry).decode())

    try:
        rows = tuple(messages.CallRow(call=f"{n:08x}") for n in range(3))
        payload = wire.encode(messages.Rows(boot="b" * 16, first=1, rows=rows))
        message = SimpleNamespace(topic=TOPICS.of_table(7, "rows"), payload=payload, retain=False)
        service.ingest._on_message(message)
        until(lambda: now()["dvojtah_store_trouble"])
        assert now()["dvojtah_broker_connected"] == 0
        assert (now()["dvojtah_rows_heard_total"], now()["dvojtah_rows_committed_total"]) == (3, 0)
        FullDisk.full = False
        until(lambda: not now()["dvojtah_store_trouble"])
        assert now()["dvojtah_rows_committed_total"] == 3
    finally:
        FullDisk.full = False
        service.close()


@pytest.mark.parametrize(
    ("host", "headers", "readers", "status"),
    [
        ("127.0.0.1", {}, (), 200),
        ("::1", {}, (), 200),
        ("::ffff:127.0.0.1", {}, (), 200),
        ("192.0.2.7", {}, (), 404),
        ("192.0.2.7", {}, ("192.0.2.0/24",), 200),
        ("198.51.100.7", {}, ("192.0.2.0/24",), 404),
        ("127.0.0.1", {"Forwarded": "for=203.0.113.9"}, (), 404),
        ("127.0.0.1", {"Via": "1.1 proxy"}, (), 404),
        ("127.0.0.1", {"X-Real-IP": "203.0.113.9"}, (), 404),
    ],
)
def test_only_this_machine_and_who_was_named_reads_them(host, headers, readers, status):
    routes = metrics.metrics_routes(metrics.CollectorRegistry(), readers)
    raw = [(name.lower().encode(), text.encode()) for name, text in headers.items()]
    asked = Request({"type": "http", "method": "GET", "headers": raw, "client": (host, 1), "path": "/metrics"})
    assert {asyncio.run(route.endpoint(asked)).status_code for route in routes} == {status}


def test_who_may_read_them_is_named_by_an_address_or_a_network(capsys):
    with pytest.raises(SystemExit):
        main(["--lang", "en", "organiser", "--metrics-for", "192.168.1.0/240", "run"])
    assert "192.168.1.0/240 is neither an address nor a network" in capsys.readouterr().err


def test_a_snapshot_of_an_earlier_table_says_nothing_of_its_doubt():
    content = msgspec.json.decode(wire.encode(snapshot(2, version="0.1.0")))
    assert "doubt" not in content
    assert wire.decode(msgspec.json.encode(content), messages.TableSnapshot).doubt is None
