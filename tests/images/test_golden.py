"""Pictures look as they looked when somebody last looked at them."""

import pytest
from PIL import Image

from tests.images.gallery import SAMPLES
from tests.images.golden import FOLDER, NAMES, difference, reduced


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_looks_like_its_golden_one(name):
    golden = Image.open(FOLDER / f"{name}.png").convert("RGB")
    drawn = reduced(SAMPLES[name]())
    assert drawn.size == golden.size
    assert difference(drawn, golden) < 3


def test_another_picture_does_not_pass_for_the_golden_one():
    golden = Image.open(FOLDER / "guildes-hand.png").convert("RGB")
    other = reduced(SAMPLES["guildes-hand-kept"]()).resize(golden.size)
    assert difference(other, golden) > 3
