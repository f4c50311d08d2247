"""Messages that follow their game: boards, hands, calls; lost ones are made anew."""
