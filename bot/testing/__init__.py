"""What a package with a game of its own runs over it: the pytest plugin `guildhall.testing`.

A test module with these three lines holds the game to all that the house asks of its own:

    from bot.testing.suite import *
    from liars_dice.box import BOX
    BOXES = [BOX]
"""
