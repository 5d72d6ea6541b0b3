package org.atomizable.core.state;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import org.atomizable.api.ElementType;
import org.atomizable.api.Tensor;

/** Parts of arrays; those of primitives are saved bit for bit. */
public final class ArrayParts {

    public static final Part<boolean[]> BOOLEANS =
            new Primitive<>(ElementType.BOOL, boolean[]::new, ArrayParts::putBooleans, ArrayParts::getBooleans);
    public static final Part<byte[]> BYTES = new Primitive<>(
            ElementType.I8, byte[]::new, (data, values) -> data.put(values), (data, values) -> data.get(values));
    public static final Part<short[]> SHORTS = new Primitive<>(
            ElementType.I16,
            short[]::new,
            (data, values) -> data.asShortBuffer().put(values),
            (data, values) -> data.asShortBuffer().get(values));
    public static final Part<char[]> CHARS = new Primitive<>(
            ElementType.U16,
            char[]::new,
            (data, values) -> data.asCharBuffer().put(values),
            (data, values) -> data.asCharBuffer().get(values));
    public static final Part<int[]> INTS = new Primitive<>(
            ElementType.I32,
            int[]::new,
            (data, values) -> data.asIntBuffer().put(values),
            (data, values) -> data.asIntBuffer().get(values));
    public static final Part<long[]> LONGS = new Primitive<>(
            ElementType.I64,
            long[]::new,
            (data, values) -> data.asLongBuffer().put(values),
            (data, values) -> data.asLongBuffer().get(values));
    public static final Part<float[]> FLOATS = new Primitive<>(
            ElementType.F32,
            float[]::new,
            (data, values) -> data.asFloatBuffer().put(values),
            (data, values) -> data.asFloatBuffer().get(values));
    public static final Part<double[]> DOUBLES = new Primitive<>(
            ElementType.F64,
            double[]::new,
            (data, values) -> data.asDoubleBuffer().put(values),
            (data, values) -> data.asDoubleBuffer().get(values));

    private ArrayParts() {}

    private static void putBooleans(ByteBuffer data, boolean[] values) {
        for (boolean value : values) {
            data.put((byte) (value ? 1 : 0));
        }
    }

    private static void getBooleans(ByteBuffer data, boolean[] values) {
        for (int i = 0; i < values.length; i++) {
            values[i] = data.get() != 0;
        }
    }

    /**
     * Returns the part of an array of values that may be null.
     *
     * @param make creates an array of a given length
     */
    public static <T> Part<T[]> array(IntFunction<T[]> make, Part<T> element) {
        return new OfValues<>(make, element);
    }

    /**
     * An array of primitives, whose type and length are known before its elements are read.
     *
     * @param make creates an array of a given length
     * @param put writes all elements
     * @param get reads all elements
     */
    record Primitive<A>(
            ElementType type, IntFunction<A> make, BiConsumer<ByteBuffer, A> put, BiConsumer<ByteBuffer, A> get)
            implements Part<A> {

        @Override
        public void write(A values, PartWriter to) throws IOException {
            to.array(tensor(to.name(), values));
        }

        @Override
        public A read(PartReader from) throws IOException {
            return copy(from.array(type));
        }

        @Override
        public void readInto(A target, PartReader from) throws IOException {
            copyInto(target, from.array(type), from.name());
        }

        @Override
        public boolean canChange() {
            return true;
        }

        /** Returns an array as a tensor of its type. Bytes are not copied: they are one already. */
        Tensor tensor(String name, A values) {
            int length = Array.getLength(values);
            if (values instanceof byte[] bytes) {
                return Tensor.of(type, new long[] {length}, ByteBuffer.wrap(bytes));
            }
            long bytes = (long) length * type.bytes();
            if (bytes > Integer.MAX_VALUE - 8) {
                throw new UnsavableStateException(
                        name, "is an array of %s bytes".formatted(bytes), "Divide it into arrays of less than 2 GiB");
            }
            ByteBuffer data = ByteBuffer.allocate((int) bytes).order(ByteOrder.LITTLE_ENDIAN);
            put.accept(data, values);
            return Tensor.of(type, new long[] {length}, data.rewind());
        }

        /** Returns a new array of the elements of a tensor. */
        A copy(Tensor tensor) {
            A values = make.apply(length(tensor));
            get.accept(tensor.data(), values);
            return values;
        }

        /** Overwrites an array. */
        void copyInto(A target, Tensor tensor, String name) throws IOException {
            requireLength(length(tensor), Array.getLength(target), name);
            get.accept(tensor.data(), target);
        }

        private int length(Tensor tensor) {
            return (int) (tensor.size().count() / type.bytes());
        }
    }

    private static void requireLength(int saved, int own, String name) throws IOException {
        if (saved != own) {
            throw PartReader.mismatchOf(name, "has length %s, this job's is final and has length %s", saved, own);
        }
    }

    /** An array of values. In place, the array stays and its elements are replaced. */
    private record OfValues<T>(IntFunction<T[]> make, Part<T> element) implements Part<T[]> {

        @Override
        public void write(T[] values, PartWriter to) throws IOException {
            to.out().writeInt(values.length);
            for (T value : values) {
                to.put(value, element);
            }
        }

        @Override
        public T[] read(PartReader from) throws IOException {
            T[] values = make.apply(from.size());
            readElements(values, from);
            return values;
        }

        @Override
        public void readInto(T[] target, PartReader from) throws IOException {
            requireLength(from.size(), target.length, from.name());
            readElements(target, from);
        }

        private void readElements(T[] values, PartReader from) throws IOException {
            for (int i = 0; i < values.length; i++) {
                values[i] = from.take(element);
            }
        }

        @Override
        public boolean canChange() {
            return true;
        }
    }
}
