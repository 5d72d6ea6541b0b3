package org.atomizable.api;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The parts of a loop's state by their names, in the order in which they were registered. */
final class LoopStates {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,100}");

    /** Begins the names of the tensors that the loop itself writes. */
    static final String RESERVED = "atomizable";

    private record Part(Run.Saver saver, Run.Restorer restorer) {}

    private final Map<String, Part> parts = new LinkedHashMap<>();

    void add(String name, Run.Saver saver, Run.Restorer restorer) {
        if (!NAME.matcher(name).matches() || name.equals(RESERVED)) {
            throw new IllegalArgumentException(
                    "the name of a state must be 1 to 100 letters, digits, '_' or '-', and not \"%s\"; was \"%s\""
                            .formatted(RESERVED, name));
        }
        if (parts.containsKey(name)) {
            throw new IllegalArgumentException(
                    "state \"%s\" was registered twice: give each state a name of its own".formatted(name));
        }
        parts.put(name, new Part(saver, restorer));
    }

    void save(StateWriter to) throws IOException {
        for (Part part : parts.values()) {
            part.saver().save(to);
        }
    }

    void restore(StateReader from) throws IOException {
        for (String tensor : from.names()) {
            int dot = tensor.indexOf('.');
            String state = dot < 0 ? tensor : tensor.substring(0, dot);
            if (!state.equals(RESERVED) && !parts.containsKey(state)) {
                throw new StateMismatchException("the checkpoint has a state \"%s\", and this loop registers %s"
                        .formatted(state, parts.keySet()));
            }
        }
        for (Part part : parts.values()) {
            part.restorer().restore(from);
        }
    }

    /** Copies saved elements into the array that the loop uses. */
    static void fill(String name, Object saved, Object array) throws StateMismatchException {
        int length = Array.getLength(saved);
        if (length != Array.getLength(array)) {
            throw new StateMismatchException("state \"%s\" has %s elements in the checkpoint, and %s in this loop"
                    .formatted(name, length, Array.getLength(array)));
        }
        System.arraycopy(saved, 0, array, 0, length);
    }

    static void write(StateWriter to, String name, int[] array) throws IOException {
        ByteBuffer data = ByteBuffer.allocate(Math.multiplyExact(array.length, Integer.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        data.asIntBuffer().put(array);
        to.tensor(name, Tensor.of(ElementType.I32, new long[] {array.length}, data));
    }

    static void read(StateReader from, String name, int[] array) throws IOException {
        ByteBuffer data = data(from, name, ElementType.I32);
        int[] values = new int[data.remaining() / Integer.BYTES];
        data.asIntBuffer().get(values);
        fill(name, values, array);
    }

    static void write(StateWriter to, String name, boolean[] array) throws IOException {
        ByteBuffer data = ByteBuffer.allocate(array.length);
        for (int i = 0; i < array.length; i++) {
            data.put(i, array[i] ? (byte) 1 : 0);
        }
        to.tensor(name, Tensor.of(ElementType.BOOL, new long[] {array.length}, data));
    }

    static void read(StateReader from, String name, boolean[] array) throws IOException {
        ByteBuffer data = data(from, name, ElementType.BOOL);
        boolean[] values = new boolean[data.remaining()];
        for (int i = 0; i < values.length; i++) {
            values[i] = data.get(data.position() + i) != 0;
        }
        fill(name, values, array);
    }

    private static ByteBuffer data(StateReader from, String name, ElementType type) throws IOException {
        Tensor tensor = from.tensor(name);
        if (tensor.type() != type) {
            throw new StateMismatchException(
                    "state \"%s\" is %s in the checkpoint, and %s in this loop".formatted(name, tensor.type(), type));
        }
        return tensor.data();
    }

    /** Returns a writer whose names are inside of a state. */
    static StateWriter inside(String state, StateWriter to) {
        return (name, tensor) -> to.tensor(state + "." + name, tensor);
    }

    /** Returns a reader of the names inside of a state. */
    static StateReader inside(String state, StateReader from) {
        String prefix = state + ".";
        return new StateReader() {
            @Override
            public Set<String> names() {
                Set<String> names = new LinkedHashSet<>();
                for (String name : from.names()) {
                    if (name.startsWith(prefix)) {
                        names.add(name.substring(prefix.length()));
                    }
                }
                return names;
            }

            @Override
            public Tensor tensor(String name) throws IOException {
                return from.tensor(prefix + name);
            }
        };
    }
}
