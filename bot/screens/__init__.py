"""Messages as people see them: views and words in, Components V2 out."""
