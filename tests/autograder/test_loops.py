"""What the lines of a training show, where a network has learned too little."""

import minigrad as torch
from autograder.check.diagnosis.loops_ps5 import faults


def trained(images, labels):
    net = torch.nn.Sequential(torch.nn.Linear(64, 10))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for batch in torch.randperm(1500).split(50):
        loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return net


def too_early(images, labels):
    net = torch.nn.Sequential(torch.nn.Linear(64, 10))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for batch in torch.randperm(1500).split(50):
        loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()
        return net


def of_another(images, labels):
    net, other = torch.nn.Linear(64, 10), torch.nn.Linear(64, 10)
    optimizer = torch.optim.SGD(other.parameters(), lr=0.1)
    for batch in torch.randperm(1500).split(50):
        loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[:50])
        loss.backward()
        optimizer.state.clear()
    return net


def test_a_sound_loop_has_no_faults():
    assert faults(trained) == []


def test_what_stands_in_a_wrong_place_is_told():
    found = " ".join(faults(too_early))
    assert "only one round is made" in found
    assert "between backward() and step()" in found


def test_what_is_missing_is_told():
    found = " ".join(faults(of_another))
    assert "step() is missing" in found and "zero_grad() is missing" in found
    assert "moves `other`, and `net` is returned" in found
    assert "Of `images` others are picked than of `labels`." in found
