"""What pictures are made of: canvas, colours, type, shapes, and what is drawn once and kept."""
