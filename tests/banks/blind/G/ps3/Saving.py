# %% right: a_function_is_kept
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        then = tensor._version

        def get():
            if tensor._version == then:
                return tensor
            raise changed_error(tensor, then)

        return get

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        return kept()

# %% right: a_dict_is_kept
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return {"tensor": tensor, "version": int(tensor._version)}

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept["tensor"], kept["version"]
        if tensor._version != version:
            error = changed_error(tensor, version)
            raise error
        return tensor

# %% wrong: a_clone_is_kept
# why: a copy is kept; it costs memory, is not that very tensor, and has a version of its own that nobody changes.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        copy = tensor.clone()
        return copy, copy._version

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        copy, version = kept
        if copy._version != version:
            raise changed_error(copy, version)
        return copy

# %% wrong: version_kept_on_the_tensor
# why: the version is written onto the tensor, where the next pack of the same tensor overwrites it; a change between two packs is then not noticed by the first.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        tensor._version_at_pack = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        if kept._version != kept._version_at_pack:
            raise changed_error(kept, kept._version_at_pack)
        return kept

# %% wrong: must_never_have_been_changed
# why: the version is compared with 0, so a tensor that was changed before pack raises an error too; what happened before pack does not matter.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return (tensor,)

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        (tensor,) = kept
        if tensor._version > 0:
            raise changed_error(tensor, 0)
        return tensor

# %% wrong: history_cut_off
# why: a detached alias is returned: the same memory and version, but no history, so a backward that is differentiated itself cannot go on from there.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return [tensor.detach(), tensor._version]

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        if kept[0]._version == kept[1]:
            return kept[0]
        raise changed_error(kept[0], kept[1])

# %% wrong: only_where_grad_is_required
# why: the version is checked only for tensors that require grad; a constant factor that was changed gives a wrong gradient just as well.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        version = tensor._version if tensor.requires_grad else None
        return tensor, version

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if version is not None and version != tensor._version:
            raise changed_error(tensor, version)
        return tensor
