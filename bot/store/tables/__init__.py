"""The tables, in the SQL that both databases understand; each function is one transaction's body.

Knows neither database.
"""
