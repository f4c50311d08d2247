"""What is told once: reminders, offers, results."""
