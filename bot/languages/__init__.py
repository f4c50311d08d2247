"""Languages: catalogues, texts said with them, names of commands."""
