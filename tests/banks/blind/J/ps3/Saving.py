# %% right: a_pair
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
        return tensor

# %% right: a_small_class
class Kept:
    def __init__(self, tensor):
        self.tensor = tensor
        self.version = tensor._version

    def unchanged(self):
        return self.tensor._version == self.version


@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return Kept(tensor)

    @staticmethod
    def unpack(kept):
        if kept.unchanged():
            return kept.tensor
        raise changed_error(kept.tensor, kept.version)

# %% right: a_closure
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        then = tensor._version

        def give_back():
            if tensor._version > then:
                raise changed_error(tensor, then)
            return tensor

        return give_back

    @staticmethod
    def unpack(kept):
        return kept()

# %% wrong: a_clone
# why: pack keeps a copy. It costs memory, and nobody ever changes it, so its version says nothing about the tensor
# and no change is noticed. The tensor itself must be kept.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        kept = tensor.clone()
        return kept, kept._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: compared_with_zero
# why: The version is compared with 0 and not with the one that the tensor had at pack. A tensor that was
# changed before it was packed raises an error, though what happened before does not matter.
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

# %% wrong: version_in_the_class
# why: The version is stored on the class, which is there once, so the next pack overwrites it. Each saved
# tensor needs its own version, kept along with it.
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

# %% wrong: dict_by_id
# why: The versions stand in a dict with one place for each tensor. If one tensor is packed twice, changed in
# between, the second version replaces the first, and the first unpack notices nothing.
versions = {}


@piece
class Saving:
    @staticmethod
    def pack(tensor):
        versions[id(tensor)] = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        then = versions[id(kept)]
        if kept._version != then:
            raise changed_error(kept, then)
        return kept

# %% wrong: error_returned
# why: The error that changed_error makes is returned in the place of a tensor and not raised.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return {"tensor": tensor, "version": tensor._version}

    @staticmethod
    def unpack(kept):
        if kept["tensor"]._version == kept["version"]:
            return kept["tensor"]
        return changed_error(kept["tensor"], kept["version"])

# %% wrong: version_now_in_the_error
# why: changed_error is given the version that the tensor has now. It must be given the version that it had
# when it was packed.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return (tensor, tensor._version)

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        now = tensor._version
        if now != version:
            raise changed_error(tensor, now)
        return tensor

# %% wrong: only_if_it_requires_grad
# why: The version is compared only for tensors that require grad. A change must be noticed whether the tensor
# requires grad or not.
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

# %% wrong: another_view_comes_back
# why: unpack returns a view of the tensor. It has the same numbers and a history, but is another tensor; that
# very tensor must come back.
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
        return tensor.view(tensor.shape)

# %% wrong: values_compared
# why: The numbers are compared with a copy, and not the versions. That costs memory, and a change that
# added 0 is not noticed, though it counts.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor.detach().clone(), tensor._version

    @staticmethod
    def unpack(kept):
        tensor, before, version = kept
        if not bool((tensor.detach() == before).all()):
            raise changed_error(tensor, version)
        return tensor

# %% wrong: can_be_unpacked_once
# why: unpack takes the tensor out of the list. A second unpack of the same kept thing, as in a second backward
# pass, finds an empty list; it must leave what was kept as it is.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return [tensor._version, tensor]

    @staticmethod
    def unpack(kept):
        tensor = kept.pop()
        version = kept.pop()
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: plain_assert
# why: A change raises an AssertionError without PyTorch's words. It must raise the error that
# changed_error(tensor, version) makes, a RuntimeError.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        assert kept[0]._version == kept[1], "the tensor was modified by an inplace operation"
        return kept[0]

# %% wrong: history_cut_off
# why: pack keeps tensor.detach(), which shares memory and version but has no history. A backward that is
# differentiated itself cannot go on from there; keep the tensor itself.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        kept = tensor.detach()
        return kept, kept._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: weak_reference
# why: A weak reference does not keep the tensor alive. If nobody else holds it, unpack finds None; pack must keep the
# tensor itself, which costs no memory of its own.
import weakref


@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return weakref.ref(tensor), tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept[0](), kept[1]
        if tensor is not None and tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: is_for_equal
# why: `is not` asks whether two numbers are the same object. From 257 on equal numbers need not be, so a tensor that
# has seen many changes raises an error though it was not changed since; compare with !=.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version is not version:
            raise changed_error(tensor, version)
        return tensor
