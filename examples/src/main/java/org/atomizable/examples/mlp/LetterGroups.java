package org.atomizable.examples.mlp;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.List;
import java.util.Optional;
import org.atomizable.djl.ExampleSource;
import org.atomizable.djl.Examples;
import org.atomizable.examples.names.NameSet;
import org.atomizable.examples.names.NamedConcept;

/** Names as counts of their groups of one to three letters, each group hashed to one of {@link #SLOTS} places. */
record LetterGroups(List<NamedConcept> names, String hash) implements ExampleSource {

    static final int SLOTS = 2048;
    private static final int LONGEST_GROUP = 3;
    private static final char EDGE = '|';

    static LetterGroups train() {
        return new LetterGroups(NameSet.ofThisJdk().train(), NameSet.ofThisJdk().digest());
    }

    static LetterGroups test() {
        return new LetterGroups(NameSet.ofThisJdk().test(), NameSet.ofThisJdk().digest());
    }

    @Override
    public int size() {
        return names.size();
    }

    @Override
    public Optional<String> digest() {
        return Optional.of(hash);
    }

    @Override
    public Examples load(NDManager manager, int[] indices) {
        float[] counts = new float[indices.length * SLOTS];
        int[] languages = new int[indices.length];
        for (int row = 0; row < indices.length; row++) {
            NamedConcept one = names.get(indices[row]);
            languages[row] = one.language();
            String name = EDGE + one.name() + EDGE; // how a name begins and ends says much
            for (int start = 0; start < name.length(); start++) {
                int group = 0;
                for (int end = start; end < Math.min(name.length(), start + LONGEST_GROUP); end++) {
                    group = (group + name.charAt(end)) * 0x9E3779B1; // 2^32 divided by the golden ratio
                    counts[row * SLOTS + Math.floorMod(group >>> 16, SLOTS)]++;
                }
            }
        }
        return new Examples(
                new NDList(manager.create(counts, new Shape(indices.length, SLOTS))),
                new NDList(manager.create(languages)));
    }
}
