"""Single calls: messages, answers, edits, threads, direct channels."""
