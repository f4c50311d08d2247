"""Pictures: what is drawn, how large, how it reads."""
