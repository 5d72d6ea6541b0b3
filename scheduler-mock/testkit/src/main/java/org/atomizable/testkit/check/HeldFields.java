package org.atomizable.testkit.check;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The values of fields at one time, of which some can be put back: into the same object, or into another one of its class. */
final class HeldFields {

    private final Map<String, HeldValue> values = new LinkedHashMap<>();

    private HeldFields() {}

    /** Holds the values of all fields that can be reached from an object. */
    public static HeldFields of(Object root) {
        return held(walk(root));
    }

    /** Holds the values of the static fields of classes. */
    public static HeldFields ofStatics(Collection<Class<?>> classes) {
        return held(statics(classes));
    }

    private static HeldFields held(FieldWalk walk) {
        HeldFields held = new HeldFields();
        walk.slots().forEach((path, slot) -> held.values.put(path, HeldValue.of(slot.value())));
        return held;
    }

    private static FieldWalk walk(Object root) {
        FieldWalk walk = new FieldWalk();
        walk.enter(root.getClass().getSimpleName(), root);
        return walk;
    }

    private static FieldWalk statics(Collection<Class<?>> classes) {
        FieldWalk walk = new FieldWalk();
        classes.forEach(walk::enterStatics);
        return walk;
    }

    /** Sets fields of an object to what they held; returns whether all of them could be set. */
    public boolean putInto(Object root, Collection<String> fields) {
        return put(walk(root), fields);
    }

    /** Sets static fields back. */
    public boolean putBack(Collection<Class<?>> classes, Collection<String> fields) {
        return put(statics(classes), fields);
    }

    private boolean put(FieldWalk to, Collection<String> fields) {
        boolean all = true;
        for (String field : fields) {
            HeldValue value = values.get(field);
            Slot slot = to.slots().get(field);
            all &= value != null && slot != null && value.putInto(slot);
        }
        return all;
    }
}
