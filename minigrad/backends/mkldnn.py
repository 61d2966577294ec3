"""oneDNN: not there. Its setting changes nothing."""

enabled = True


def is_available() -> bool:
    """False."""
    return False
