"""Several bots over one PostgreSQL database and one Discord, whatever befalls any of them."""
