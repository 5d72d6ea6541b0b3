package org.atomizable.core.state;

import java.io.IOException;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.atomizable.api.ElementType;
import org.atomizable.api.Tensor;

/** Parts of arrays. */
public final class ArrayParts {

    public static final Part<boolean[]> BOOLEANS = new Primitive<>(ElementType.BOOL, PrimitiveArrays::booleans);
    public static final Part<byte[]> BYTES = new Primitive<>(ElementType.I8, PrimitiveArrays::bytes);
    public static final Part<short[]> SHORTS = new Primitive<>(ElementType.I16, PrimitiveArrays::shorts);
    public static final Part<char[]> CHARS = new Primitive<>(ElementType.U16, PrimitiveArrays::chars);
    public static final Part<int[]> INTS = new Primitive<>(ElementType.I32, PrimitiveArrays::ints);
    public static final Part<long[]> LONGS = new Primitive<>(ElementType.I64, PrimitiveArrays::longs);
    public static final Part<float[]> FLOATS = new Primitive<>(ElementType.F32, PrimitiveArrays::floats);
    public static final Part<double[]> DOUBLES = new Primitive<>(ElementType.F64, PrimitiveArrays::doubles);

    private ArrayParts() {}

    /**
     * Returns the part of an array of values that may be null.
     *
     * @param make creates an array of a given length
     */
    public static <T> Part<T[]> array(IntFunction<T[]> make, Part<T> element) {
        return new OfValues<>(make, element);
    }

    /** An array of primitives, whose type and length are known before its elements are read. */
    record Primitive<A>(ElementType type, Function<Tensor, A> copy) implements Part<A> {

        @Override
        public void write(A value, PartWriter to) throws IOException {
            to.array(value);
        }

        @Override
        public A read(PartReader from) throws IOException {
            return copy.apply(from.array(type));
        }

        @Override
        public void readInto(A target, PartReader from) throws IOException {
            copyInto(target, from.array(type), from.name());
        }

        @Override
        public boolean canChange() {
            return true;
        }

        /** Overwrites an array. */
        void copyInto(A target, Tensor tensor, String name) throws IOException {
            A saved = copy.apply(tensor);
            int length = PrimitiveArrays.length(target);
            if (PrimitiveArrays.length(saved) != length) {
                throw InPlace.otherLength(name, PrimitiveArrays.length(saved), length);
            }
            System.arraycopy(saved, 0, target, 0, length);
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
            int size = from.size();
            if (size != target.length) {
                throw InPlace.otherLength(from.name(), size, target.length);
            }
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
