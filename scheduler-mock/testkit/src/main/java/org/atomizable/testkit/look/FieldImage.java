package org.atomizable.testkit.look;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.testkit.look.Leaf.Kind;

/** The values of all fields that can be reached from some object, at one time, by their paths. */
public final class FieldImage {

    private final Map<String, Leaf> leaves;

    FieldImage(Map<String, Leaf> leaves) {
        this.leaves = leaves;
    }

    /** Looks at an instance. */
    public static FieldImage of(Object root) {
        FieldWalk walk = new FieldWalk();
        walk.enter(root.getClass().getSimpleName(), root);
        return new FieldImage(walk.leaves());
    }

    /** Looks at the static fields of classes, except for constants. */
    public static FieldImage ofStatics(Collection<Class<?>> classes) {
        FieldWalk walk = new FieldWalk();
        classes.forEach(walk::enterStatics);
        return new FieldImage(walk.leaves());
    }

    /** A field whose value is another one than before. */
    public record Change(String path, Kind kind, String before, String after) {

        @Override
        public String toString() {
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
            if (!was.equals(is)) {
                changes.add(new Change(path, any.kind(), was, is));
            }
        });
        return changes;
    }

    private static String text(Map<String, Leaf> leaves, String path) {
        Leaf leaf = leaves.get(path);
        return leaf == null ? "missing" : leaf.text();
    }

    /** Returns the paths of all values of a kind. */
    public List<String> paths(Kind kind) {
        return leaves.entrySet().stream()
                .filter(it -> it.getValue().kind() == kind)
                .map(Map.Entry::getKey)
                .toList();
    }
}
