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
        """What to keep of a tensor for backward."""
        kept = {}
        kept["tensor"] = tensor
        kept["version"] = tensor._version
        return kept

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        now = kept["tensor"]._version
        then = kept["version"]
        if now == then:
            return kept["tensor"]
        else:
            error = changed_error(kept["tensor"], then)
            raise error

# %% right: closure
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        version = tensor._version

        def give_back():
            if tensor._version > version:
                raise changed_error(tensor, version)
            return tensor

        return give_back

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        return kept()

# %% right: small_class
class Kept:
    def __init__(self, tensor):
        self.tensor = tensor
        self.version = tensor._version

    def changed(self):
        return self.tensor._version != self.version


@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return Kept(tensor)

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        if kept.changed():
            raise changed_error(kept.tensor, kept.version)
        return kept.tensor

# %% wrong: detached
# why: It keeps tensor.detach(): unpack returns another tensor without history, so a second derivative does not flow through it.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return tensor.detach(), tensor._version

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: version_of_now
# why: Both versions that are compared are read in unpack, so they are always equal and no change is ever noticed; pack has to read the version.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return tensor

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        version = kept._version
        tensor = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: compares_with_zero
# why: It takes every tensor with a version above 0 for changed, also if the changes happened before pack; the version must be compared with that at pack.
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
        if tensor._version > 0:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: compares_the_numbers
# why: It keeps a copy and compares the numbers instead of the versions: that costs memory, and a change that adds 0 is not noticed.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return tensor, tensor.detach().clone(), tensor._version

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, copy, version = kept
        if not bool((tensor.detach() == copy).all()):
            raise changed_error(tensor, version)
        return tensor

# %% wrong: error_returned
# why: changed_error only makes the error; it is returned instead of raised, so backward gets an exception object in the place of a tensor.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return (tensor, tensor._version)

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if tensor._version != version:
            return changed_error(tensor, version)
        return tensor

# %% wrong: error_with_the_version_now
# why: The error is made with the version of now instead of the version at pack, so it says "is at version 3; expected version 3".
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return [tensor, tensor._version]

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        if kept[0]._version != kept[1]:
            raise changed_error(kept[0], kept[0]._version)
        return kept[0]

# %% wrong: version_kept_in_the_class
# why: The version is kept in one variable of the class, so packing a second tensor overwrites that of the first; each packed tensor needs a version of its own.
@piece
class Saving:
    version = 0

    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        Saving.version = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        if kept._version != Saving.version:
            raise changed_error(kept, Saving.version)
        return kept

# %% wrong: only_if_it_requires_grad
# why: Changes are noticed only in tensors that require grad; a saved tensor that needs no gradient, as the other factor of a product, may be changed unnoticed.
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
        if tensor.requires_grad and tensor._version != version:
            raise changed_error(tensor, version)
        return tensor
