"""The whole bot through simcord: many quick games."""
