"""cuDNN: not there. Its settings change nothing."""

allow_tf32 = True
benchmark = False
deterministic = False
enabled = True


def is_available() -> bool:
    """False."""
    return False
