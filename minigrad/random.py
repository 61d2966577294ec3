"""`torch.random`: the default stream, its state and its seed."""

from .names import module_getattr
from .ops.generator import default_generator, initial_seed, manual_seed, seed
from .ops.random import get_rng_state, set_rng_state

__all__ = ["default_generator", "get_rng_state", "initial_seed", "manual_seed", "seed"]
__all__ += ["set_rng_state"]

__getattr__ = module_getattr(__name__)
