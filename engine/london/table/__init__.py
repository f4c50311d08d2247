"""What lies on the table, read and carried: pawns, cards, counts, the calendar, how points came."""
