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


def written(thing):
    """The bytes of the file that a state of this one thing makes."""
    path = os.path.join(tempfile.mkdtemp(), "state")
    encoder = atomizable._Encoder()
    node = json.loads(json.dumps(encoder.encode(thing, "thing")))
    atomizable._write_safetensors(path, encoder.tensors)
    with open(path, "rb") as file:
        return node, path, file.read()


def restored(thing, current=None):
    node, path, _ = written(thing)
    return atomizable._Decoder(atomizable._read_safetensors(path)).restored(node, current)


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
            node, path, _ = written(rng)
            expected = [rng.gauss(0, 1) for _ in range(5)]
            other = rng if rng is random else random.Random(99)
            back = atomizable._Decoder(atomizable._read_safetensors(path)).restored(node, other)
            self.assertIs(back, other)
            self.assertEqual([back.gauss(0, 1) for _ in range(5)], expected)

    def test_names_that_meet_do_not_overwrite_each_other(self):
        thing = {"a.b": b"1", "a": {"b": b"2"}, "atomizable": b"3", "x" * 2000: b"4", "x" * 2001: b"5"}
        self.same(thing)

    def test_what_cannot_be_saved_is_refused_by_name(self):
        for thing, message in (({1, 2}, "order differs"), (frozenset(), "order differs"), (object(), "save and restore"),
                               (math, "module math"), ([lambda: 0], "thing.0 is a function")):
            with self.assertRaisesRegex(TypeError, message):
                written(thing)

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

    def test_an_array_is_restored_in_place_whatever_its_layout(self):
        thing = numpy.arange(12.0).reshape(3, 4)
        for current in (numpy.zeros((3, 4)), numpy.zeros((4, 3)).T, numpy.zeros((6, 8))[::2, ::2]):
            self.assertIs(restored(thing, current), current)
            numpy.testing.assert_array_equal(current, thing)
        numpy.testing.assert_array_equal(restored(thing.T), thing.T)
        numpy.testing.assert_array_equal(restored(thing[::-1, ::2]), thing[::-1, ::2])

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
            node, path, _ = written(rng)
            expected = rng.normal(size=5).tolist()
            other = numpy.random.Generator(getattr(numpy.random, name)(4))
            back = atomizable._Decoder(atomizable._read_safetensors(path)).restored(node, other)
            self.assertIs(back, other)
            self.assertEqual(back.normal(size=5).tolist(), expected)

    def test_the_old_random_state_goes_on(self):
        for rng in (numpy.random.RandomState(3), numpy.random):
            rng.normal()
            node, path, _ = written(rng)
            expected = rng.normal(size=5).tolist()
            atomizable._Decoder(atomizable._read_safetensors(path)).restored(node, rng)
            self.assertEqual(rng.normal(size=5).tolist(), expected)

    def test_an_array_of_objects_is_refused(self):
        with self.assertRaisesRegex(TypeError, "array of objects"):
            written(numpy.array([None]))


@unittest.skipUnless(torch, "PyTorch is not installed")
class OfTorch(unittest.TestCase):
    def test_tensors_of_every_type_come_back_in_place(self):
        for kind in (torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16,
                     torch.bfloat16, torch.float32, torch.float64, torch.complex64):
            thing = torch.arange(6).reshape(2, 3).to(kind)
            for made in (thing, thing.t(), thing[:, :0], torch.tensor(1).to(kind)):
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
            if state is not None:
                node, path, _ = state
                atomizable._Decoder(atomizable._read_safetensors(path)).restored(node, things)
            for _ in range(steps):
                x = torch.randn(16, 4)
                optimizer.zero_grad()
                ((model(x) - x.sum(1, keepdim=True)) ** 2).mean().backward()
                optimizer.step()
                schedule.step()
            return written(things)

        self.assertEqual(trained(7, trained(5))[2], trained(12)[2])

    def test_what_is_not_dense_is_refused(self):
        with self.assertRaisesRegex(TypeError, "sparse"):
            written(torch.eye(3).to_sparse())


if __name__ == "__main__":
    unittest.main()
