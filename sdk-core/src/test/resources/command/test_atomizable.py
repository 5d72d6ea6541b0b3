"""What atomizable.py saves and restores; run with python3 -m unittest. NumPy and PyTorch are tried where they are."""
import array
import collections
import json
import math
import os
import random
import struct
import sys
import tempfile
import unittest

import atomizable

try:
    import numpy
except ImportError:
    numpy = None
try:
    import torch
except ImportError:
    torch = None


def met(thing):
    """What can be changed in a thing, in the order of a walk."""
    encoder = atomizable._Encoder()
    encoder.encode(thing, "thing")
    return [each for _, each, _ in encoder.met.values()]


def written(thing, known=()):
    """The bytes of the file that a state of this one thing makes, if the things `known` were registered."""
    path = os.path.join(tempfile.mkdtemp(), "state")
    encoder = atomizable._Encoder({id(each): number for number, each in enumerate(known)})
    node = json.loads(json.dumps(encoder.encode(thing, "thing")))
    atomizable._write_safetensors(path, encoder.tensors)
    with open(path, "rb") as file:
        return node, path, file.read()


def restored(thing, current=None):
    """What comes back in another process, where `current` was registered as `thing` is here."""
    node, path, _ = written(thing, () if current is None else met(thing))
    return atomizable._Decoder(atomizable._read_safetensors(path), [] if current is None else met(current)).restored(node)


class Values(unittest.TestCase):
    def same(self, thing):
        back = restored(thing)
        self.assertEqual(repr(back), repr(thing))
        self.assertIs(type(back), type(thing))
        self.assertEqual(written(back)[2], written(thing)[2])

    def test_plain_values_come_back_with_their_types(self):
        for thing in (None, True, False, 0, -7, 2 ** 200, "", "Grüße \u2603 \ud83d\ude00", b"", b"\0\xff", bytearray(b"x"),
                      (), (1, "two", 3.0), [], [1, 2], [True, 1], list(range(100)), [2 ** 70] * 20, {}, {1: "a", "1": "b"},
                      {(1, 2): [None]}, 1 + 2j, [[1.5], [2.5, -0.0]], array.array("d", [1.5]), array.array("B", b"ab"),
                      array.array("l", [-1, 2])):
            with self.subTest(thing=thing):
                self.same(thing)

    def test_floats_come_back_bit_for_bit(self):
        odd, = struct.unpack(">d", bytes.fromhex("7ff8000000abcdef"))
        for thing in (0.1, -0.0, math.inf, -math.inf, math.nan, odd, 5e-324):
            self.assertEqual(struct.pack(">d", restored(thing)), struct.pack(">d", thing))
            self.assertEqual(struct.pack(">d", restored([thing] * 3)[2]), struct.pack(">d", thing))

    def test_the_order_of_a_dict_is_kept(self):
        current = {"a": 1, "b": 2}
        back = restored({"b": 3, "a": 4}, current)
        self.assertIs(back, current)
        self.assertEqual(list(back.items()), [("b", 3), ("a", 4)])
        self.assertEqual(list(restored(collections.OrderedDict(z=1, a=2))), ["z", "a"])

    def test_what_can_be_changed_in_place_is(self):
        inner = [0.0, 0.0]
        current = {"rows": [inner, [9]], "raw": bytearray(b"---")}
        rows = current["rows"]
        restored({"rows": [[1.0, 2.0], [3]], "raw": bytearray(b"ab")}, current)
        self.assertIs(current["rows"], rows)
        self.assertIs(rows[0], inner)
        self.assertEqual(current, {"rows": [[1.0, 2.0], [3]], "raw": bytearray(b"ab")})

    def test_random_numbers_go_on(self):
        for make in (lambda: random.Random(5), lambda: random):
            rng = make()
            rng.gauss(0, 1)
            node, path, _ = written(rng, [rng])
            expected = [rng.gauss(0, 1) for _ in range(5)]
            other = rng if rng is random else random.Random(99)
            back = atomizable._Decoder(atomizable._read_safetensors(path), [other]).restored(node)
            self.assertIs(back, other)
            self.assertEqual([back.gauss(0, 1) for _ in range(5)], expected)

    def test_collections_and_identities_come_back(self):
        Counter, deque = collections.Counter, collections.deque
        for thing in (Counter("abca"), deque([1, 2], 5), collections.OrderedDict(b=1), 3 ** 20000,
                      collections.defaultdict(int, a=1)):
            self.assertEqual((type(restored(thing)), restored(thing)), (type(thing), thing))
        self.assertEqual(restored(deque([1], 5)).maxlen, 5)
        row = [1.0]
        back = restored([row, row, (row,)])
        self.assertIs(back[0], back[1])
        self.assertIs(back[2][0], back[0])
        row.append(row)
        back = restored(row)
        self.assertIs(back[1], back)

    def test_names_that_meet_do_not_overwrite_each_other(self):
        thing = {"a.b": b"1", "a": {"b": b"2"}, "atomizable": b"3", "x" * 2000: b"4", "x" * 2001: b"5"}
        self.same(thing)

    def test_what_cannot_be_saved_is_refused_by_name(self):
        for thing, message in (({1, 2}, "order differs"), (frozenset(), "order differs"), (object(), "save and restore"), (random.SystemRandom(), "from the system"),
                               (math, "module math"), ([lambda: 0], "thing.0 is a function")):
            with self.assertRaisesRegex(TypeError, message):
                written(thing)

    def test_a_tensor_that_no_checkpoint_can_hold_is_refused_before_it_is_written(self):
        encoder = atomizable._Encoder()
        encoder.tensor("thing", "U8", [2 ** 31 - 9], None)
        for kind, shape in (("U8", [2 ** 31 - 8]), ("F64", [2 ** 14, 2 ** 14])):
            with self.assertRaisesRegex(ValueError, "state thing has 2147483[0-9]* bytes.* at most 2147483639"):
                encoder.tensor("thing", kind, shape, None)

    def test_a_file_that_is_cut_is_refused(self):
        _, path, data = written([1.0] * 10)
        with open(path, "wb") as file:
            file.write(data[:-8])
        with self.assertRaisesRegex(ValueError, "ends before its data"):
            atomizable._read_safetensors(path)


@unittest.skipUnless(numpy, "NumPy is not installed")
class OfNumpy(unittest.TestCase):
    def test_arrays_of_every_type_come_back(self):
        for kind in ("?", "b", "B", "h", "H", "i", "I", "q", "Q", "e", "f", "d", "F", "D", "<M8[s]", "S3", "U2", ">i4"):
            for shape in ((), (0,), (3,), (2, 3)):
                thing = numpy.zeros(shape, kind)
                if kind not in "S3U2" and thing.size:
                    thing[...] = numpy.arange(thing.size).reshape(shape).astype(kind)
                with self.subTest(kind=kind, shape=shape):
                    back = restored(thing)
                    self.assertEqual((back.dtype, back.shape, back.tobytes()), (thing.dtype, shape, thing.tobytes()))

    def test_an_array_comes_back_in_its_layout(self):
        base = numpy.arange(12.0).reshape(3, 4)
        for thing in (base, base.T, base[::-1, ::2], numpy.asfortranarray(base), base[:, 1], base[1:1],
                      numpy.broadcast_to(base[0], (3, 4)), numpy.arange(24.0).reshape(2, 3, 4).transpose(2, 0, 1)):
            back = restored(thing)
            numpy.testing.assert_array_equal(back, thing)
            if thing.size:
                self.assertEqual((back.strides, back.flags.writeable), (thing.strides, thing.flags.writeable))
        for thing in (base, base.T, base[::-1, ::2]):
            current = numpy.zeros_like(base)
            current = current if thing is base else current.T if thing.shape == (4, 3) else current[::-1, ::2]
            self.assertIs(restored(thing, current), current)
            numpy.testing.assert_array_equal(current, thing)

    def test_records_and_scalars_come_back(self):
        thing = numpy.array([(1, 2.5)], dtype=[("n", "<i4"), ("x", "<f8")])
        self.assertEqual(restored(thing).tolist(), thing.tolist())
        for scalar in (numpy.float32(0.1), numpy.int64(-3), numpy.bool_(True)):
            self.assertIs(type(restored(scalar)), type(scalar))
            self.assertEqual(restored(scalar), scalar)

    def test_generators_go_on(self):
        for name in ("PCG64", "MT19937", "Philox", "SFC64"):
            rng = numpy.random.Generator(getattr(numpy.random, name)(3))
            rng.integers(0, 10, dtype=numpy.int8)
            node, path, _ = written(rng, [rng])
            expected = rng.normal(size=5).tolist()
            other = numpy.random.Generator(getattr(numpy.random, name)(4))
            back = atomizable._Decoder(atomizable._read_safetensors(path), [other]).restored(node)
            self.assertIs(back, other)
            self.assertEqual(back.normal(size=5).tolist(), expected)

    def test_the_old_random_state_goes_on(self):
        for rng in (numpy.random.RandomState(3), numpy.random):
            rng.normal()
            node, path, _ = written(rng, [rng])
            expected = rng.normal(size=5).tolist()
            atomizable._Decoder(atomizable._read_safetensors(path), [rng]).restored(node)
            self.assertEqual(rng.normal(size=5).tolist(), expected)

    def test_what_would_lose_something_is_refused(self):
        gaps = numpy.zeros(2, dtype=numpy.dtype([("a", "i1"), ("b", "f8")], align=True))
        unnamed = numpy.zeros(2, dtype=numpy.dtype("i1,f8", align=True))
        nested = numpy.zeros(2, dtype=[("a", [("b", "f8")])])
        masked = numpy.ma.masked_array([1.0], mask=[True])
        array = numpy.zeros(4)
        for thing, message in ((numpy.array([None]), "array of objects"), (gaps, "with gaps"), (unnamed, "with gaps"),
                               (nested, "records in them"), (masked, "its mask"),
                               ([array, array[1:]], "share memory")):
            with self.assertRaisesRegex(TypeError, message):
                written(thing)
        self.assertEqual(len(restored([array[::2], array[1::2]])), 2)

    def test_a_generator_that_has_spawned_goes_on(self):
        one, two = numpy.random.default_rng(3), numpy.random.default_rng(3)
        atomizable._seeds(one).spawn(2)
        restored(one, two)
        self.assertEqual(*[atomizable._seeds(it).spawn(1)[0].spawn_key for it in (one, two)])


@unittest.skipUnless(torch, "PyTorch is not installed")
class OfTorch(unittest.TestCase):
    def test_tensors_of_every_type_come_back_in_place(self):
        for kind in (torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16,
                     torch.bfloat16, torch.float32, torch.float64, torch.complex64):
            thing = torch.arange(6).reshape(2, 3).to(kind)
            for made in (thing, thing.t(), thing[:, :0], torch.tensor(1).to(kind)):
                if made.numel():
                    self.assertEqual(restored(made).stride(), made.stride())
                self.assertTrue(torch.equal(restored(made), made))
                current = torch.zeros_like(made)
                self.assertIs(restored(made, current), current)
                self.assertTrue(torch.equal(current, made))

    def test_a_training_goes_on_in_the_same_bits(self):
        def trained(steps, state=None):
            torch.manual_seed(1 if state is None else 99)
            model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.BatchNorm1d(8), torch.nn.Dropout(0.3),
                                        torch.nn.Linear(8, 1))
            optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, amsgrad=True)
            schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 20)
            things = {"model": model, "optimizer": optimizer, "schedule": schedule, "torch": torch}
            known = met(things)
            if state is not None:
                node, path, _ = state
                atomizable._Decoder(atomizable._read_safetensors(path), known).restored(node)
            for _ in range(steps):
                x = torch.randn(16, 4)
                optimizer.zero_grad()
                ((model(x) - x.sum(1, keepdim=True)) ** 2).mean().backward()
                optimizer.step()
                schedule.step()
            return written(things, known)

        self.assertEqual(trained(7, trained(5))[2], trained(12)[2])

    def test_what_a_state_dict_leaves_out_comes_back(self):
        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.inner = torch.nn.Linear(2, 2)
                self.register_buffer("seen", torch.zeros(1), persistent=False)

        one, two = Net(), Net()
        known = met(one)
        one.seen += 3
        one.inner.weight.requires_grad_(False)
        one.eval()
        one.inner(torch.ones(1, 2)).sum().backward()
        node, path, _ = written(one, known)
        atomizable._Decoder(atomizable._read_safetensors(path), met(two)).restored(node)
        self.assertEqual((two.seen.item(), two.training, two.inner.weight.requires_grad), (3, False, False))
        self.assertTrue(torch.equal(two.inner.bias.grad, one.inner.bias.grad))
        self.assertIsNone(two.inner.weight.grad)
        for thing in (torch.nn.Parameter(torch.ones(2)), torch.ones(2, 3, 4, 4).to(memory_format=torch.channels_last)):
            back = restored(thing)
            self.assertEqual((type(back), back.requires_grad, back.stride()), (type(thing), thing.requires_grad, thing.stride()))

    def test_schedules_come_back(self):
        def made():
            optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=1.0, momentum=0.5)
            multi = torch.optim.lr_scheduler.MultiStepLR(optimizer, [2, 4])
            both = torch.optim.lr_scheduler.SequentialLR(optimizer, [
                torch.optim.lr_scheduler.ConstantLR(optimizer), torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.9)], [3])
            return {"optimizer": optimizer, "multi": multi, "both": both}

        def step(things):
            things["optimizer"].step()
            things["multi"].step()
            things["both"].step()
            return things["both"].get_last_lr(), things["multi"].last_epoch

        one, two = made(), made()
        known = met(one)
        for _ in range(3):
            step(one)
        node, path, _ = written(one, known)
        atomizable._Decoder(atomizable._read_safetensors(path), met(two)).restored(node)
        self.assertEqual([step(two) for _ in range(4)], [step(one) for _ in range(4)])

    def test_what_cannot_come_back_is_refused(self):
        for thing, message in ((torch.nn.LazyLinear(2), "has no shape"), (torch.ones(2, device="meta"), "without data"),
                               (torch.ones(2, requires_grad=True) * 2, "detach")):
            with self.assertRaisesRegex(TypeError, message):
                written(thing)

    def test_what_is_not_dense_is_refused(self):
        with self.assertRaisesRegex(TypeError, "sparse"):
            written(torch.eye(3).to_sparse())


if __name__ == "__main__":
    unittest.main()
