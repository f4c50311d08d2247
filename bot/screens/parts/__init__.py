"""What every screen is built of."""
