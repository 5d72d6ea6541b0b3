package org.atomizable.core.state;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.atomizable.api.ElementType;
import org.atomizable.api.Tensor;

/** Arrays of primitives as tensors, bit for bit. */
final class PrimitiveArrays {

    private PrimitiveArrays() {}

    /** Returns a copy of an array as a tensor of its type. */
    static Tensor tensor(String name, Object array) {
        if (array instanceof double[] values) {
            ByteBuffer data = room(name, values.length, ElementType.F64);
            data.asDoubleBuffer().put(values);
            return tensor(ElementType.F64, values.length, data);
        } else if (array instanceof float[] values) {
            ByteBuffer data = room(name, values.length, ElementType.F32);
            data.asFloatBuffer().put(values);
            return tensor(ElementType.F32, values.length, data);
        } else if (array instanceof long[] values) {
            ByteBuffer data = room(name, values.length, ElementType.I64);
            data.asLongBuffer().put(values);
            return tensor(ElementType.I64, values.length, data);
        } else if (array instanceof int[] values) {
            ByteBuffer data = room(name, values.length, ElementType.I32);
            data.asIntBuffer().put(values);
            return tensor(ElementType.I32, values.length, data);
        }
        return smaller(name, array);
    }

    private static Tensor smaller(String name, Object array) {
        if (array instanceof short[] values) {
            ByteBuffer data = room(name, values.length, ElementType.I16);
            data.asShortBuffer().put(values);
            return tensor(ElementType.I16, values.length, data);
        } else if (array instanceof char[] values) {
            ByteBuffer data = room(name, values.length, ElementType.U16);
            data.asCharBuffer().put(values);
            return tensor(ElementType.U16, values.length, data);
        } else if (array instanceof byte[] values) {
            return tensor(ElementType.I8, values.length, ByteBuffer.wrap(values));
        } else if (array instanceof boolean[] values) {
            ByteBuffer data = room(name, values.length, ElementType.BOOL);
            for (int i = 0; i < values.length; i++) {
                data.put(i, (byte) (values[i] ? 1 : 0));
            }
            return tensor(ElementType.BOOL, values.length, data);
        }
        throw new IllegalArgumentException("%s is no array of primitives".formatted(array.getClass()));
    }

    private static Tensor tensor(ElementType type, int size, ByteBuffer data) {
        return Tensor.of(type, new long[] {size}, data);
    }

    private static ByteBuffer room(String name, int size, ElementType type) {
        long bytes = (long) size * type.bytes();
        if (bytes > Integer.MAX_VALUE - 8) {
            throw new UnsavableStateException(
                    name, "is an array of %s bytes".formatted(bytes), "Divide it into arrays of less than 2 GiB");
        }
        return ByteBuffer.allocate((int) bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the length of an array of primitives. */
    static int length(Object array) {
        if (array instanceof double[] values) {
            return values.length;
        } else if (array instanceof float[] values) {
            return values.length;
        } else if (array instanceof long[] values) {
            return values.length;
        } else if (array instanceof int[] values) {
            return values.length;
        } else if (array instanceof short[] values) {
            return values.length;
        } else if (array instanceof char[] values) {
            return values.length;
        } else if (array instanceof byte[] values) {
            return values.length;
        }
        return ((boolean[]) array).length;
    }

    static double[] doubles(Tensor tensor) {
        double[] values = new double[size(tensor)];
        tensor.data().asDoubleBuffer().get(values);
        return values;
    }

    static float[] floats(Tensor tensor) {
        float[] values = new float[size(tensor)];
        tensor.data().asFloatBuffer().get(values);
        return values;
    }

    static long[] longs(Tensor tensor) {
        long[] values = new long[size(tensor)];
        tensor.data().asLongBuffer().get(values);
        return values;
    }

    static int[] ints(Tensor tensor) {
        int[] values = new int[size(tensor)];
        tensor.data().asIntBuffer().get(values);
        return values;
    }

    static short[] shorts(Tensor tensor) {
        short[] values = new short[size(tensor)];
        tensor.data().asShortBuffer().get(values);
        return values;
    }

    static char[] chars(Tensor tensor) {
        char[] values = new char[size(tensor)];
        tensor.data().asCharBuffer().get(values);
        return values;
    }

    static byte[] bytes(Tensor tensor) {
        byte[] values = new byte[size(tensor)];
        tensor.data().get(values);
        return values;
    }

    static boolean[] booleans(Tensor tensor) {
        ByteBuffer data = tensor.data();
        boolean[] values = new boolean[size(tensor)];
        for (int i = 0; i < values.length; i++) {
            values[i] = data.get(i) != 0;
        }
        return values;
    }

    private static int size(Tensor tensor) {
        return (int) (tensor.size().count() / tensor.type().bytes());
    }
}
