"""Forms: what may stand in one, and what may be handed in."""

import pytest

from bot.local.rules.errors import ApiError
from bot.local.rules.modals import InvalidForm, check_modal, filled_in


def field(**changes):
    return {"type": 4, "custom_id": "name", "style": 1} | changes


def label(component, **changes):
    return {"type": 18, "label": "Name", "component": component} | changes


def modal(*components, **changes):
    return {"custom_id": "form", "title": "A form", "components": list(components)} | changes


CARDS = {
    "type": 3,
    "custom_id": "cards",
    "options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}],
}


@pytest.mark.parametrize(
    "wrong",
    [
        modal(),
        modal(label(field()), title="x" * 46),
        modal(label(field()), title=""),
        modal(label(field()), custom_id="x" * 101),
        modal(*[label(field(custom_id=str(i))) for i in range(6)]),
        modal(label(field()), label(field())),
        modal(label(field(), label="x" * 46)),
        modal(label(field(custom_id=""))),
        modal(label({"type": 2, "custom_id": "x", "style": 1, "label": "x"})),
        modal({"type": 2, "custom_id": "x"}),
        modal(label({"type": 3, "custom_id": "x", "options": []})),
        modal(label(CARDS | {"options": CARDS["options"] * 2})),
        modal(label(CARDS | {"max_values": 3})),
        modal(label(CARDS | {"options": [{"label": "x" * 101, "value": "a"}]})),
        modal(label(field(value="x" * 21, max_length=20))),
        modal(label(field(value="x", min_length=2))),
        modal(label(field(max_length=4001))),
        modal(label(field(min_length=5, max_length=4))),
        modal(label(field(style=3))),
    ],
)
def test_refused(wrong):
    with pytest.raises(ApiError) as refused:
        check_modal(wrong)
    assert refused.value.code == 50035


def test_answers_stand_where_their_fields_stood():
    checked = check_modal(modal({"type": 10, "content": "Hi"}, label(field()), label(CARDS)))
    sent = filled_in(checked, {"name": "Ada", "cards": ["b"]})
    name = {"type": 4, "id": 0, "custom_id": "name", "value": "Ada"}
    cards = {"type": 3, "id": 0, "custom_id": "cards", "values": ["b"]}
    assert sent["components"] == [
        {"type": 10, "id": 1},
        {"type": 18, "id": 2, "component": name},
        {"type": 18, "id": 3, "component": cards},
    ]


def test_text_input_in_a_row():
    checked = check_modal(modal({"type": 1, "components": [field(label="Name")]}))
    sent = filled_in(checked, {"name": "Ada"})
    assert sent["components"][0]["components"][0]["value"] == "Ada"


@pytest.mark.parametrize(
    "answers",
    [
        {"name": "Ada"},
        {"cards": ["a"]},
        {"name": "x" * 11, "cards": ["a"]},
        {"name": "Ada", "cards": ["a", "b"]},
        {"name": "Ada", "cards": ["c"]},
        {"name": "Ada", "cards": ["a"], "other": "x"},
    ],
)
def test_wrong_answers_are_refused(answers):
    with pytest.raises(InvalidForm):
        filled_in(check_modal(modal(label(field(max_length=10)), label(CARDS))), answers)


def test_optional_field_may_stay_empty():
    checked = check_modal(modal(label(field(required=False, min_length=2))))
    sent = filled_in(checked, {})
    assert sent["components"][0]["component"]["value"] == ""


def test_a_field_that_was_cleared_is_empty_and_one_left_alone_is_as_it_was():
    checked = check_modal(modal(label(field(value="Ada", required=False))))
    for answers, sent in (({"name": ""}, ""), ({}, "Ada")):
        (component,) = filled_in(checked, answers)["components"]
        assert component["component"]["value"] == sent
