package org.atomizable.core.state;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;

/** Finds records whose constructors change what they are given: read again, they would differ from what was written. */
final class RecordTrial {

    /** More show nothing new, and cost as much as a save of each. */
    private static final int MOST = 1000;

    private final AtomicInteger tries = new AtomicInteger();

    <T> void check(T value, Part<T> part, PartWriter to) throws IOException {
        if (!value.getClass().isRecord() || to.isTrial() || tries.incrementAndGet() > MOST) {
            return;
        }
        Memory written = new Memory(new TreeMap<>());
        written.write(value, part);
        Memory again = new Memory(new TreeMap<>());
        again.write(written.read(part), part);
        if (!written.equals(again)) {
            throw to.unsavable(
                    "holds a record %s whose constructor changes what it is given, so that a restored one differs"
                            .formatted(value.getClass().getSimpleName()),
                    "Let the constructor keep what it is given, and compute the rest in a static method");
        }
    }

    /** A state of one value. */
    private record Memory(Map<String, Tensor> tensors) implements StateWriter, StateReader {

        private static final String NAME = "record";

        <T> void write(T value, Part<T> part) throws IOException {
            PartWriter writer = PartWriter.trial(NAME, this);
            part.write(value, writer);
            writer.finish();
        }

        <T> T read(Part<T> part) throws IOException {
            return part.read(new PartReader(NAME, this, new Sharing()));
        }

        @Override
        public void tensor(String name, Tensor tensor) {
            tensors.put(name, tensor);
        }

        @Override
        public Set<String> names() {
            return tensors.keySet();
        }

        @Override
        public Tensor tensor(String name) {
            return Objects.requireNonNull(tensors.get(name), name);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Memory memory
                    && tensors.keySet().equals(memory.tensors.keySet())
                    && tensors.entrySet().stream()
                            .allMatch(it -> it.getValue()
                                    .data()
                                    .equals(memory.tensor(it.getKey()).data()));
        }

        @Override
        public int hashCode() {
            return tensors.keySet().hashCode();
        }
    }
}
