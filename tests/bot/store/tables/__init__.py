"""Tests of the tables that both databases have."""
