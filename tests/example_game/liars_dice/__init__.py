"""Liar's dice, a game for Guildhall: hidden dice, and bids on what lies under all cups."""
