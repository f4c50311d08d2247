"""What a package with a game of its own runs over it: the pytest plugin `guildhall.testing`.

These three lines in a test module hold the game to all that the house asks of its own:

    from bot.testing.suite import *
    from liars_dice.box import BOX
    BOXES = [BOX]
"""
