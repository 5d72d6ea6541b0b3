package org.atomizable.testkit.check;

import java.nio.ByteBuffer;
import org.atomizable.api.ElementType;
import org.atomizable.api.Tensor;

/** Tells how two tensors differ. */
final class TensorDifference {

    private TensorDifference() {}

    static String between(String name, Tensor expected, Tensor actual) {
        if (!expected.toString().equals(actual.toString())) {
            return "tensor \"%s\" is %s, and was %s".formatted(name, actual, expected);
        }
        int at = expected.data().mismatch(actual.data());
        int element = at / expected.type().bytes();
        return "tensor \"%s\" differs first at element %s: it is %s, and was %s"
                .formatted(name, element, value(actual, element), value(expected, element));
    }

    private static String value(Tensor tensor, int element) {
        ByteBuffer data = tensor.data();
        ElementType type = tensor.type();
        int at = element * type.bytes();
        return switch (type) {
            case F64 -> Double.toString(data.getDouble(at));
            case F32 -> Float.toString(data.getFloat(at));
            case I64 -> Long.toString(data.getLong(at));
            case I32 -> Integer.toString(data.getInt(at));
            case U8 -> Integer.toString(Byte.toUnsignedInt(data.get(at)));
            default -> "other bytes";
        };
    }
}
