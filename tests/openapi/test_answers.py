"""The check of answers takes what Discord answers and nothing else."""

import pytest

from tests.openapi import Invalid, check_answer, check_payload, check_refusal

USER = {
    "id": "1",
    "username": "ada",
    "avatar": None,
    "discriminator": "0",
    "public_flags": 0,
    "flags": 0,
    "global_name": "Ada",
    "primary_guild": None,
}


def test_answer_as_described_passes():
    check_answer("GET", "/users/5", 200, USER)
    check_answer("DELETE", "/channels/1/messages/2", 204, None)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"id": 1}, "not of type 'string'"),
        ({"id": "01"}, "does not match"),
        ({"flags": "0"}, "not of type 'integer'"),
        ({"nick": "A"}, "Discord sends no 'nick'"),
    ],
)
def test_answer_of_another_shape_is_refused(changes, fault):
    with pytest.raises(Invalid, match=fault):
        check_answer("GET", "/users/5", 200, USER | changes)


def test_field_that_is_missing_is_named():
    with pytest.raises(Invalid, match="'username' is a required property"):
        check_payload("UserResponse", {k: v for k, v in USER.items() if k != "username"})


def test_another_status_or_a_body_where_there_is_none_is_refused():
    with pytest.raises(Invalid, match="isn't answered 201"):
        check_answer("GET", "/users/5", 201, USER)
    with pytest.raises(Invalid, match="without a body"):
        check_answer("DELETE", "/channels/1/messages/2", 204, {})


def test_refusals_have_a_code_and_a_message():
    check_refusal({"code": 50035, "message": "Invalid Form Body", "errors": {}})
    for wrong in (
        {"message": "x", "code": "5"},
        {"code": 5},
        "x",
        {"code": 5, "message": "", "x": 1},
    ):
        with pytest.raises(Invalid):
            check_refusal(wrong)
