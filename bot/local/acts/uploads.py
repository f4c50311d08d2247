"""Files that come with requests, and the signed addresses under which they are served."""

import hashlib
import hmac
import io
import mimetypes
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

from bot.local.rules.errors import too_large
from bot.local.world.records import Attachment
from bot.local.world.world import World

MOST_BYTES = 10 * 1024 * 1024
LIFETIME = 24 * 3600


@dataclass(frozen=True)
class Upload:
    """A file as it came with a request."""

    filename: str
    data: bytes


def stored(
    world: World, upload: Upload, filename: str | None, description: str | None
) -> Attachment:
    """The upload as an attachment with an id, its type and, for a picture, its size in pixels."""
    if len(upload.data) > MOST_BYTES:
        raise too_large()
    name = _safe(filename or upload.filename)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    size = _picture_size(upload.data) if kind.startswith("image/") else None
    return Attachment(world.ids.next(), name, kind, upload.data, description, size)


def _safe(name: str) -> str:
    """Discord keeps letters, digits, dots, dashes and underscores of a file name."""
    kept = "".join(c if c.isalnum() or c in "._-" else "_" for c in name)
    return kept.strip(".") or "file"


def _picture_size(data: bytes) -> tuple[int, int] | None:
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError):
        return None


class SignedUrls:
    """Addresses of attachments: signed, and good for a day of the local Discord's clock."""

    def __init__(self, base: str, world: World, secret: bytes = b"local table") -> None:
        self.base = base
        self._world = world
        self._secret = secret

    def __call__(self, attachment: Attachment) -> str:
        expires = int(self._world.clock.now()) + LIFETIME
        expires -= expires % 3600
        query = f"ex={expires:x}&hm={self._sign(attachment.id, expires)}"
        return f"{self.base}/attachments/{attachment.id}/{attachment.filename}?{query}"

    def holds(self, attachment: int, expires: str, signature: str) -> bool:
        """Whether an address was made here and still holds."""
        try:
            until = int(expires, 16)
        except ValueError:
            return False
        good = hmac.compare_digest(self._sign(attachment, until), signature)
        return good and self._world.clock.now() < until

    def _sign(self, attachment: int, expires: int) -> str:
        text = f"{attachment}:{expires}".encode()
        return hmac.new(self._secret, text, hashlib.sha256).hexdigest()[:32]
