"""What people type and press; thin."""
