"""Every request that the bot makes, checked against Discord's own description of its API."""

from tests.openapi.validation import Invalid, validate

__all__ = ["Invalid", "validate"]
