package org.atomizable.testkit.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.testkit.check.Leaf.Kind;

/** The values of all fields that can be reached from some object, at one time, by their paths. */
final class FieldImage {

    private final Map<String, Leaf> leaves;
    private final Map<String, Slot> slots;

    private FieldImage(FieldWalk walk) {
        this.leaves = walk.leaves();
        this.slots = walk.slotsOfLeaves();
    }

    /** Looks at an instance. */
    public static FieldImage of(Object root) {
        FieldWalk walk = new FieldWalk();
        walk.enter(root.getClass().getSimpleName(), root);
        return new FieldImage(walk);
    }

    /** Looks at the static fields of classes, except for constants. */
    public static FieldImage ofStatics(Collection<Class<?>> classes) {
        FieldWalk walk = new FieldWalk();
        classes.forEach(walk::enterStatics);
        return new FieldImage(walk);
    }

    /**
     * A field whose value is another one than before.
     *
     * @param path of the value
     * @param field the path of the field that holds it, itself or in a collection or an array
     */
    public record Change(String path, String field, Kind kind, String before, String after) {

        @Override
        public String toString() {
            if (kind == Kind.UNORDERED && before.equals(after)) {
                return "field %s iterates in the order of identity hash codes".formatted(path);
            }
            return kind == Kind.RANDOM
                    ? "field %s is a generator that stands elsewhere".formatted(path)
                    : "field %s is %s, and was %s".formatted(path, after, before);
        }
    }

    /** Returns the fields that another image has with other values. */
    public List<Change> changesTo(FieldImage after) {
        Map<String, Leaf> all = new LinkedHashMap<>(leaves);
        after.leaves.forEach(all::putIfAbsent);
        List<Change> changes = new ArrayList<>();
        all.forEach((path, any) -> {
            String was = text(leaves, path);
            String is = text(after.leaves, path);
            Slot slot = slots.getOrDefault(path, after.slots.get(path));
            if (!was.equals(is) && (slot == null || slot.isOfUsers())) {
                changes.add(new Change(path, slot == null ? path : slot.path(), any.kind(), was, is));
            }
        });
        return changes;
    }

    private static String text(Map<String, Leaf> leaves, String path) {
        Leaf leaf = leaves.get(path);
        return leaf == null ? "missing" : leaf.text();
    }

    /** Returns the fields that iterate in the order of identity hash codes, as if they had changed. */
    public List<Change> unordered() {
        List<Change> unordered = new ArrayList<>();
        leaves.forEach((path, leaf) -> {
            Slot slot = slots.get(path);
            if (leaf.kind() == Kind.UNORDERED && slot != null && slot.isOfUsers()) {
                unordered.add(new Change(path, slot.path(), leaf.kind(), leaf.text(), leaf.text()));
            }
        });
        return unordered;
    }
}
