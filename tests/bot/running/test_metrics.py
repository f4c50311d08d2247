"""Metrics: routes without ids and tokens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from bot.running.telling import Metrics, route_of

ALERTS = Path(__file__).parents[3] / "alerts.yml"
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "gauge": ("",)}

TOKEN = "aW50ZXJhY3Rpb246MTIz"


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/users/@me", "/users/@me"),
        ("/api/v10/channels/12/messages/34", "/channels/{id}/messages/{id}"),
        (f"/api/v10/interactions/12/{TOKEN}/callback", "/interactions/{id}/{token}/callback"),
        (f"/api/v10/webhooks/12/{TOKEN}", "/webhooks/{id}/{token}"),
        (
            f"/api/v10/webhooks/12/{TOKEN}/messages/@original",
            "/webhooks/{id}/{token}/messages/@original",
        ),
        (f"/api/v10/webhooks/12/{TOKEN}/messages/34", "/webhooks/{id}/{token}/messages/{id}"),
    ],
)
def test_a_route_is_named_without_ids_and_tokens(path: str, route: str) -> None:
    assert route_of(path)[0] == route


def test_the_alerts_ask_for_what_is_measured() -> None:
    measured = {
        metric.name + suffix
        for metric in Metrics().registry.collect()
        for suffix in SUFFIXES[metric.type]
    }
    (group,) = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"]
    asked = {
        name for rule in group["rules"] for name in re.findall(r"\bguildhall_\w+", rule["expr"])
    }
    assert "guildhall_connected" in asked
    assert asked <= measured
