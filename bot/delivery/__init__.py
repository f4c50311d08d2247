"""All sending: paced, coalesced, through live interaction tokens where there are any."""
