package org.atomizable.checkpoint.disk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** The disks that a crash may leave of a modelled one. The same chance leaves the same disks. */
final class Survivors {

    /** All bytes, a file cut anywhere after what was forced, or pages that never were written. */
    static final int FATES = 3;

    private Survivors() {}

    static Node.Directory whole(Node.Directory root) {
        return survivor(root, new Node.Fate() {
            @Override
            public boolean[] kept(Node.Directory directory) {
                boolean[] kept = new boolean[directory.unforced.size()];
                Arrays.fill(kept, true);
                return kept;
            }

            @Override
            public byte[] bytes(Node.File file) {
                return file.bytes;
            }
        });
    }

    private static Node.Directory survivor(Node.Directory root, Node.Fate fate) {
        return (Node.Directory) root.after(fate, Node.nothingDone());
    }

    /** Returns every combination of prefixes while there are few, otherwise a sample; of disks that are the same only one. */
    static List<Node.Directory> of(Node.Directory root, SplittableRandom chance, int most) {
        Map<List<Object>, Node.Directory> distinct = new LinkedHashMap<>();
        for (Node.Directory each : drawn(root, chance, most)) {
            distinct.putIfAbsent(Node.content(each), each);
        }
        return List.copyOf(distinct.values());
    }

    private static List<Node.Directory> drawn(Node.Directory root, SplittableRandom chance, int most) {
        List<Node.Directory> changed = changedDirectories(root, new ArrayList<>());
        long combinations = 1;
        for (Node.Directory each : changed) {
            combinations = Math.min(1000, combinations * (each.unforced.size() + 1));
        }
        List<Node.Directory> survivors = new ArrayList<>();
        if (combinations * FATES <= most) {
            for (long combination = 0; combination < combinations; combination++) {
                Map<Node.Directory, boolean[]> kept = prefixes(changed, combination);
                for (int bytes = 0; bytes < FATES; bytes++) {
                    survivors.add(survivor(root, fate(kept, bytes, chance)));
                }
            }
        }
        while (survivors.size() < most) {
            survivors.add(one(root, chance, survivors.size() % FATES));
        }
        return survivors;
    }

    /** Returns one in which any of the changes are kept. */
    static Node.Directory one(Node.Directory root, SplittableRandom chance, int bytes) {
        Map<Node.Directory, boolean[]> kept = new LinkedHashMap<>();
        for (Node.Directory each : changedDirectories(root, new ArrayList<>())) {
            kept.put(each, subset(each.unforced.size(), chance));
        }
        return survivor(root, fate(kept, bytes, chance));
    }

    private static List<Node.Directory> changedDirectories(Node.Directory from, List<Node.Directory> found) {
        if (!from.unforced.isEmpty()) {
            found.add(from);
        }
        // A node that is unlinked can come back with its content, if a crash loses that change. The order is fixed:
        // by their hashes, nodes would come in another order in each process.
        Set<Node> inner = new LinkedHashSet<>(from.now.values());
        inner.addAll(from.durable.values());
        from.unforced.forEach(change -> change.names().values().forEach(it -> {
            if (it != null) {
                inner.add(it);
            }
        }));
        for (Node node : inner) {
            if (node instanceof Node.Directory directory && !found.contains(directory)) {
                changedDirectories(directory, found);
            }
        }
        return found;
    }

    private static Map<Node.Directory, boolean[]> prefixes(List<Node.Directory> changed, long combination) {
        Map<Node.Directory, boolean[]> kept = new LinkedHashMap<>();
        long rest = combination;
        for (Node.Directory each : changed) {
            boolean[] prefix = new boolean[each.unforced.size()];
            Arrays.fill(prefix, 0, (int) (rest % (prefix.length + 1)), true);
            rest /= prefix.length + 1;
            kept.put(each, prefix);
        }
        return kept;
    }

    private static boolean[] subset(int size, SplittableRandom chance) {
        boolean[] subset = new boolean[size];
        for (int i = 0; i < size; i++) {
            subset[i] = chance.nextBoolean();
        }
        return subset;
    }

    private static Node.Fate fate(Map<Node.Directory, boolean[]> kept, int bytes, SplittableRandom chance) {
        return new Node.Fate() {
            @Override
            public boolean[] kept(Node.Directory directory) {
                return kept.getOrDefault(directory, new boolean[directory.unforced.size()]);
            }

            @Override
            public byte[] bytes(Node.File file) {
                return bytes == 0 ? file.bytes : bytes == 1 ? file.cut(chance) : file.holed(chance);
            }
        };
    }
}
