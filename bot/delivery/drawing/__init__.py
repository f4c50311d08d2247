"""Pictures drawn beside the event loop, in a process of their own."""
