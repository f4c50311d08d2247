"""What every game is made of: values, chance, cards, snapshots, telling, computers' judgement."""
