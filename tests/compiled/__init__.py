from engine.parts import packs


def compiled_rules() -> bool:
    """Whether the rules that run are compiled ones."""
    return not packs.__file__.endswith(".py")
