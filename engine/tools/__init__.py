"""What plays games without a bot: figures of strength and speed, and what policies learn."""
