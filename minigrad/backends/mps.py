"""Apple's GPUs: not used."""


def is_built() -> bool:
    """False."""
    return False


def is_available() -> bool:
    """False."""
    return False
