"""Metrics: routes without ids and tokens."""

from __future__ import annotations

import pytest

from bot.metrics import route_of

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
    assert route_of(path) == route
