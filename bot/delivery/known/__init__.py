"""What is known of messages and people: looks, posts, tokens, who attends."""
