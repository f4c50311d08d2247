"""What the store keeps, as plain values."""
