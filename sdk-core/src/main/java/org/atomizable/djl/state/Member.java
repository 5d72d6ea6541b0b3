package org.atomizable.djl.state;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One field of an object, at an address such as {@code learningRateTracker.baseValue}. */
sealed interface Member {

    /** Returns where the field is, seen from the object that is saved. */
    String address();

    /** Writes the field's value to a snapshot. */
    void take(Snapshot into);

    /** Sets the field to its value in a snapshot. */
    void put(Snapshot from);

    /** A number, a text, a constant, or an array of numbers. */
    record Simple(String address, Object owner, Field field) implements Member {

        @Override
        public void take(Snapshot into) {
            into.values().put(address, SimpleValue.write(Fields.get(field, owner)));
        }

        @Override
        public void put(Snapshot from) {
            String saved = from.value(address);
            Object current = Fields.get(field, owner);
            if (current != null && current.getClass().isArray()) {
                SimpleValue.readInto(current, saved);
            } else if (!Modifier.isFinal(field.getModifiers())) {
                Fields.set(
                        field, owner, SimpleValue.read(saved, field.getType()).orElse(null));
            }
        }
    }

    /** An object that must stay in its place, as what it holds is saved by members of its own. */
    record Nested(
            String address,
            Object owner,
            Field field,
            @Nullable Object expected) implements Member {

        @Override
        public void take(Snapshot into) {
            requireSame();
        }

        @Override
        public void put(Snapshot from) {
            requireSame();
        }

        private void requireSame() {
            if (Fields.get(field, owner) != expected) {
                throw new NotResumableException(
                        "%s was set to another object during the training".formatted(address),
                        "Keep the object, and change its numbers");
            }
        }
    }

    /** Simple values by name; the names may be identifiers of parameters. */
    record Values(String address, Object owner, Field field) implements Member {

        @Override
        public void take(Snapshot into) {
            Fields.map(field, owner)
                    .forEach((key, value) ->
                            into.values().put(into.at(address, String.valueOf(key)), SimpleValue.write(value)));
        }

        @Override
        public void put(Snapshot from) {
            Map<Object, Object> map = Fields.map(field, owner);
            map.clear();
            from.valuesIn(address)
                    .forEach((key, value) ->
                            SimpleValue.read(value, Object.class).ifPresent(it -> map.put(from.identifier(key), it)));
        }
    }

    /** A list of simple values, which may grow. */
    record Sequence(String address, Object owner, Field field) implements Member {

        @Override
        public void take(Snapshot into) {
            List<Object> list = Fields.list(field, owner);
            for (int i = 0; i < list.size(); i++) {
                into.values().put(into.at(address, String.valueOf(i)), SimpleValue.write(list.get(i)));
            }
        }

        @Override
        public void put(Snapshot from) {
            Map<String, String> saved = from.valuesIn(address);
            List<Object> fresh = new ArrayList<>();
            for (int i = 0; i < saved.size(); i++) {
                SimpleValue.read(String.valueOf(saved.get(String.valueOf(i))), Object.class)
                        .ifPresent(fresh::add);
            }
            List<Object> list = Fields.list(field, owner);
            if (!list.equals(fresh)) { // one that cannot change is left as it is
                list.clear();
                list.addAll(fresh);
            }
        }
    }

    /** Arrays by parameter, as DJL's optimizers keep them: in a map of their own for each device, or directly. */
    record Arrays(String address, Object owner, Field field, boolean byDevice, Device device) implements Member {

        @Override
        public void take(Snapshot into) {
            Fields.map(field, owner).forEach((key, held) -> {
                Object array = byDevice ? ((Map<?, ?>) held).get(device) : held;
                if (array instanceof NDArray found) {
                    into.arrays().put(into.at(address, String.valueOf(key)), found);
                }
            });
        }

        @Override
        public void put(Snapshot from) {
            Map<Object, Object> map = Fields.map(field, owner);
            map.clear();
            from.arraysIn(address).forEach((key, array) -> {
                Map<Object, Object> one = new ConcurrentHashMap<>();
                one.put(device, array);
                map.put(from.identifier(key), byDevice ? one : array);
            });
        }
    }

    /** One array, which may appear and go. */
    record One(String address, Object owner, Field field) implements Member {

        @Override
        public void take(Snapshot into) {
            if (Fields.get(field, owner) instanceof NDArray array) {
                into.arrays().put(address, array);
            }
        }

        @Override
        public void put(Snapshot from) {
            if (!Modifier.isFinal(field.getModifiers())) {
                Fields.set(field, owner, new HashMap<>(from.arrays()).get(address));
            }
        }
    }
}
