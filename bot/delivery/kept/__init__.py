"""Messages of a session: boards, hands and calls follow it, letters and reminders are told once."""
