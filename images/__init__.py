"""Drawing, pure: a view in, picture bytes and alt text out."""
