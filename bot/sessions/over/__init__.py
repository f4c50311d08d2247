"""Games that are over: how they ended, and looking back at them."""
