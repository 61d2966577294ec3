# %% right: pair
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% right: dictionary
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return {"tensor": tensor, "version": tensor._version}

    @staticmethod
    def unpack(kept):
        t = kept["tensor"]
        then = kept["version"]
        now = t._version
        if now == then:
            return t
        else:
            error = changed_error(t, then)
            raise error

# %% right: closure
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        version = tensor._version

        def give_back():
            if tensor._version > version:
                raise changed_error(tensor, version)
            return tensor

        return give_back

    @staticmethod
    def unpack(kept):
        return kept()

# %% right: small_class
class Kept:
    def __init__(self, tensor):
        self.tensor = tensor
        self.version = int(tensor._version)

    def changed(self):
        return self.tensor._version != self.version

@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return Kept(tensor)

    @staticmethod
    def unpack(kept):
        if kept.changed():
            raise changed_error(kept.tensor, kept.version)
        return kept.tensor

# %% wrong: version_read_in_unpack
# why: reads the version only in unpack and compares it with itself, so no change is ever noticed
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor

    @staticmethod
    def unpack(kept):
        version = kept._version
        if kept._version != version:
            raise changed_error(kept, version)
        return kept

# %% wrong: compares_with_zero
# why: takes version 0 for the unchanged tensor, so a tensor that was changed before pack raises an error although nothing happened since
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor

    @staticmethod
    def unpack(kept):
        if kept._version != 0:
            raise changed_error(kept, 0)
        return kept

# %% wrong: clones
# why: keeps a clone: that costs memory, is another tensor, and its version is never changed by anybody, so no change is noticed
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor.clone(), tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: detached
# why: keeps a detached tensor, which has lost its history and is not that very tensor; a second derivative would stop there
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor.detach(), tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: detached_on_the_way_out
# why: notices changes, but unpack returns tensor.detach(), a tensor without history, instead of the tensor itself
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return (tensor, tensor._version)

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor.detach()

# %% wrong: returns_the_error
# why: returns the error instead of raising it
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            return changed_error(tensor, version)
        return tensor

# %% wrong: error_not_raised
# why: makes the error by changed_error but never raises it, so a changed tensor is returned all the same
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            changed_error(tensor, version)
        return tensor

# %% wrong: version_now_in_error
# why: hands the version of now to changed_error instead of the version at the time of pack, so the message says the wrong expected version
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, tensor._version)
        return tensor

# %% wrong: returns_pair
# why: unpack returns the whole pair instead of the tensor
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return kept

# %% wrong: compares_values
# why: compares the values with a copy instead of the versions: the copy costs memory, and a change that adds 0 goes unnoticed
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor.detach().clone(), tensor._version

    @staticmethod
    def unpack(kept):
        tensor, copy, version = kept
        if not (tensor.detach() == copy).all():
            raise changed_error(tensor, version)
        return tensor

# %% wrong: only_if_requires_grad
# why: looks at the version only if the tensor requires grad; a change of any other saved tensor is let pass
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor.requires_grad and tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: only_one_step_allowed
# why: notices only a change of exactly one version; a tensor that was changed twice or more is returned
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version == version + 1:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: off_by_one
# why: raises only if the version rose by more than one, so the first change after pack is let pass
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version > version + 1:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: condition_upside_down
# why: raises the error when the versions agree and returns the tensor when they differ
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version == version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: version_as_class_attribute
# why: keeps the version in one class attribute, which the next pack overwrites; only the tensor packed last is compared with its own version
@piece
class Saving:
    version = 0

    @staticmethod
    def pack(tensor):
        Saving.version = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        if kept._version != Saving.version:
            raise changed_error(kept, Saving.version)
        return kept

# %% wrong: own_error
# why: raises a RuntimeError of its own words instead of the one that changed_error makes
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise RuntimeError("the tensor was changed in place")
        return tensor

# %% wrong: swapped_pair
# why: packs (tensor, version) but unpacks them as (version, tensor), so a number is asked for its _version
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        version, tensor = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: missing_self_confusion
# why: the methods have a self although they are static, so each call lacks an argument
@piece
class Saving:
    @staticmethod
    def pack(self, tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(self, kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: keeps_numpy
# why: keeps the numbers as an array and makes a new tensor of them in unpack: not that very tensor, and no history
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor.detach().numpy(), tensor, tensor._version

    @staticmethod
    def unpack(kept):
        array, tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return torch.tensor(array)

# %% wrong: assert_statement
# why: an assert raises an AssertionError, where a RuntimeError made by changed_error is asked for
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        assert tensor._version == version, changed_error(tensor, version)
        return tensor
