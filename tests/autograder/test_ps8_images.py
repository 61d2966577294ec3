"""Problem set 8, images: networks that are trained, before the judge."""

from types import SimpleNamespace

import numpy as np
import pytest
from banks.answers.ps8_images.training import RIGHT_PROGRAMS, WRONG_PROGRAMS

import minigrad as torch
from autograder import CheckFailed, check, hint
from autograder.check import training_images
from autograder.grading.inside.probes import View
from autograder.grading.judge import verdict_on_training
from autograder.grading.key import make_key
from autograder.grading.wire import packed
from minigrad import nn

NAME = "train_images"
SEED = 3
QUICK = ()  # each takes some seconds


def named(program):
    def train_images(images, labels):
        return program(images, labels)

    return train_images


def verdict(program, seed=SEED):
    """What the judge says of a program, whose network begins with the same weights."""
    torch.manual_seed(seed)
    asked = make_key([], [NAME], seed).trainings[NAME]
    view = View(SimpleNamespace(user_ns={NAME: program}), None)
    said, arrays = view._train(asked.payload, NAME, asked.header["index"])
    said["index"], payload = packed(arrays) if arrays else ([], b"")
    return verdict_on_training(asked, said, payload)


# -- the bank ---------------------------------------------------------------------

PROGRAMS = [
    pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
    for name in RIGHT_PROGRAMS
]
TRAINED = ("normalized", "in_sixteenths", "inverted", "uphill")
WRONG = [
    pytest.param(name, marks=pytest.mark.slow if name in TRAINED else ())
    for name in WRONG_PROGRAMS
]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_right_program_has_all_points(name):
    found = verdict(named(RIGHT_PROGRAMS[name]))
    assert (found.share, found.log) == (1.0, [])


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_program_is_told_why_and_has_fewer_points(name):
    program, words = WRONG_PROGRAMS[name]
    found = verdict(named(program))
    log = "\n".join(found.log).lower()
    assert found.share < 1.0 and log
    assert [word for word in words if word.lower() not in log] == [], log


def test_a_student_is_told_the_same():
    with pytest.raises(CheckFailed, match="Every image is put into the same class"):
        check(named(WRONG_PROGRAMS["one_class"][0]), seed=SEED)
    assert len(hint(NAME, 3).steps) == 3


# -- what is handed over ----------------------------------------------------------


def test_images_are_turned_or_reflected_all_in_the_same_way():
    usual, labels = training_images.training._digits()
    usual = usual[1500:].reshape(-1, 8, 8)
    ways = set()
    for seed in range(20):
        for task in training_images.tasks(seed):
            held = task.held_images[:, 0]
            turned = [
                np.rot90(each, k, (1, 2))
                for each in (usual, usual.mT)
                for k in range(4)
            ]
            found = [k for k, each in enumerate(turned) if np.array_equal(each, held)]
            assert len(found) == 1
            ways |= {*found}
            pairs = {
                *zip(labels[1500:].tolist(), task.held_labels.tolist(), strict=True)
            }
            assert len(pairs) == 10  # the classes have other numbers
    assert ways == {*range(8)}


# -- what the judge computes ------------------------------------------------------

LAYERS = [
    (nn.Conv2d(1, 3, (3, 2), stride=(1, 2), padding=(2, 1)), nn.ReLU()),
    (nn.Conv2d(1, 4, 3, bias=False), nn.MaxPool2d(3, 2, padding=1), nn.Dropout()),
    (nn.MaxPool2d((2, 3), (1, 2)), nn.Conv2d(1, 2, 2)),
]


@pytest.mark.parametrize("layers", LAYERS)
def test_the_judge_computes_what_the_network_does(layers):
    images = np.random.default_rng(0).standard_normal((5, 1, 8, 8)).astype("float32")
    front = nn.Sequential(*layers, nn.Flatten()).eval()
    width = front(torch.tensor(images)).shape[1]
    net = nn.Sequential(*front, nn.Linear(width, 10)).eval()
    known = training_images._outputs(training_images.layers_of(net), images)
    np.testing.assert_allclose(known, net(torch.tensor(images)).detach(), atol=1e-5)


# -- what comes out of the sandbox is read as data --------------------------------


def forged(**said):
    asked = make_key([], [NAME], SEED).trainings[NAME]
    arrays = said.pop("arrays", [])
    said["index"], payload = packed(arrays) if arrays else ([], b"")
    return verdict_on_training(asked, said, payload)


W, B = np.ones((10, 64), "float32"), np.ones(10, "float32")
KERNEL = np.ones((64, 1, 8, 8), "float32")
LINEAR = [["Flatten", []], ["Linear", []]]


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"forms": 3},
        {"forms": [3, 4, 5]},
        {"forms": [LINEAR], "arrays": [W, B]},
        {"forms": [LINEAR] * 3, "arrays": [W, B]},
        {"forms": [LINEAR] * 3, "arrays": [W.astype("float64"), B] * 3},
        {"forms": [LINEAR] * 3, "arrays": [W[:, 1:], B] * 3},
        {"forms": [[]] * 3},
        {"forms": [[["Flatten", [1]], ["Linear", []]]] * 3, "arrays": [W, B] * 3},
        {"forms": [[["Evil", []], *LINEAR]] * 3, "arrays": [W, B] * 3},
        {"forms": [[[["Conv2d"], []], *LINEAR]] * 3, "arrays": [W, B] * 3},
        {"forms": [[["Conv2d", [0, 1, 0, 0]]]] * 3, "arrays": [KERNEL, B] * 3},
        {"forms": [[["Conv2d", [1, 1, -1, 0]]]] * 3, "arrays": [KERNEL, B] * 3},
        {"forms": [[["Conv2d", [1, 1, True, 0]]]] * 3, "arrays": [KERNEL, B] * 3},
        {"forms": [[["MaxPool2d", [9, 1, 1, 1, 10**9, 0]]]] * 3},
        {"forms": [[["ReLU", []]] * 99] * 3},
    ],
)
def test_a_forged_answer_has_no_points(said):
    found = forged(**said)
    assert found.share == 0 and found.log
