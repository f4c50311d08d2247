"""Requests and answers, checked against Discord's own description of its API."""

from tests.openapi.answers import check_answer, check_payload, check_refusal
from tests.openapi.validation import Invalid, validate

__all__ = ["Invalid", "check_answer", "check_payload", "check_refusal", "validate"]
