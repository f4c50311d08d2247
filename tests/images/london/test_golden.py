"""Pictures look as they looked when somebody last looked at them."""

import pytest
from PIL import Image

from tests.images.golden import difference, reduced
from tests.images.london.gallery import GOLDEN, SET_OUT


@pytest.mark.parametrize("name", SET_OUT)
def test_a_picture_looks_like_its_golden_one(name):
    golden = Image.open(GOLDEN / f"{name}.png").convert("RGB")
    drawn = reduced(SET_OUT[name]())
    assert drawn.size == golden.size
    assert difference(drawn, golden) < 3
