"""What the pictures of all games have: sheets and frames, players, arms, legends, films."""
