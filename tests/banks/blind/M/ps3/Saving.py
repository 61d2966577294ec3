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

# %% right: dict_with_names
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return {"tensor": tensor, "version": tensor._version}

    @staticmethod
    def unpack(kept):
        t, then = kept["tensor"], kept["version"]
        if t._version == then:
            return t
        raise changed_error(t, then)

# %% right: closure
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        version = tensor._version

        def give_back():
            if tensor._version != version:
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
        self.number = tensor._version

    def changed(self):
        return self.tensor._version != self.number


@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return Kept(tensor)

    @staticmethod
    def unpack(kept):
        if kept.changed():
            raise changed_error(kept.tensor, kept.number)
        return kept.tensor

# %% wrong: detached_tensor_kept
# why: A detached tensor is kept, so what unpack returns is another tensor without history, and a
# backward that is differentiated itself ends there. Keep the tensor itself.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor.detach(), tensor._version

    @staticmethod
    def unpack(kept):
        saved, version = kept
        if saved._version != version:
            raise changed_error(saved, version)
        return saved

# %% wrong: counter_kept_instead_of_number
# why: pack keeps the list in which the tensor counts, and that list goes on counting, so unpack always
# compares the version with itself. Keep the number that stands in it at that moment.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return [tensor, tensor._version_counter]

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version_counter != version:
            raise changed_error(tensor, version[0])
        return tensor

# %% wrong: error_made_but_not_raised
# why: changed_error only makes the error; here it is thrown away, and the changed tensor is returned
# as if nothing had happened. Write raise in front of it.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return (tensor, tensor._version)

    @staticmethod
    def unpack(kept):
        if kept[0]._version != kept[1]:
            changed_error(kept[0], kept[1])
        return kept[0]

# %% wrong: only_if_it_requires_grad
# why: A change is noticed only in tensors that require grad, but the gradient of the others' partners
# is computed from their numbers too. Compare the versions of every tensor.
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

# %% wrong: version_of_now_in_the_error
# why: changed_error gets the version that the tensor has now, so the message expects the wrong number.
# It wants the version that it had in pack.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        kept = {}
        kept["t"] = tensor
        kept["v"] = tensor._version
        return kept

    @staticmethod
    def unpack(kept):
        t = kept["t"]
        if t._version != kept["v"]:
            raise changed_error(t, t._version)
        return t

# %% wrong: one_place_for_all_versions
# why: The version is kept on the class, in one place for all tensors, so each pack overwrites the
# version of the one before. It must be kept together with its tensor.
@piece
class Saving:
    version = None

    @staticmethod
    def pack(tensor):
        Saving.version = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        if kept._version != Saving.version:
            raise changed_error(kept, Saving.version)
        return kept

# %% wrong: version_written_on_the_tensor
# why: The version is written on the tensor itself, so a second pack of the same tensor, after a
# change, overwrites what the first one noted, and the change goes unnoticed. Keep a version with each
# pack.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        tensor._version_when_packed = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        then = kept._version_when_packed
        if kept._version != then:
            raise changed_error(kept, then)
        return kept

# %% wrong: numbers_compared
# why: The numbers in the tensor are noted and compared, so a change that leaves them equal, such as
# adding 0, is not noticed (and the note costs memory). Compare the versions.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version, tensor.detach().numpy().tobytes()

    @staticmethod
    def unpack(kept):
        tensor, version, content = kept
        if tensor.detach().numpy().tobytes() != content:
            raise changed_error(tensor, version)
        return tensor
