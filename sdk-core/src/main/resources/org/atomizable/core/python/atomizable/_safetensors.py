"""safetensors: 8 bytes of length, a header of JSON, the data."""

import json
import math
import struct


_WIDTH = {"BOOL": 1, "U8": 1, "I8": 1, "F8_E4M3": 1, "F8_E5M2": 1, "U16": 2, "I16": 2, "F16": 2, "BF16": 2, "U32": 4,
          "I32": 4, "F32": 4, "U64": 8, "I64": 8, "F64": 8}


def _write_safetensors(path, tensors):
    header, offset = {}, 0
    ordered = sorted(tensors.items(), key=lambda each: -_WIDTH[each[1][0]])
    for name, (kind, shape, data) in ordered:
        length = _WIDTH[kind] * math.prod(shape)
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [offset, offset + length]}
        offset += length
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as out:
        out.write(struct.pack("<Q", len(text)))
        out.write(text)
        for _, (_, _, data) in ordered:
            out.write(data())
        if out.tell() != 8 + len(text) + offset:
            raise RuntimeError("a tensor has another size than its shape tells")


def _read_safetensors(path):
    with open(path, "rb") as file:
        length, = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = file.read()
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            if not 0 <= begin <= end <= len(data):
                raise ValueError("the file ends before its data: tensor %s" % name)
            tensors[name] = (entry["dtype"], entry["shape"], memoryview(data)[begin:end])
    return tensors
