"""Screens that follow a game for one reader: private ones, onlookers', films."""
