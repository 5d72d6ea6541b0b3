package org.atomizable.examples.cnn;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.List;
import java.util.Optional;
import org.atomizable.djl.ExampleSource;
import org.atomizable.djl.Examples;
import org.atomizable.examples.names.NameSet;
import org.atomizable.examples.names.NamedConcept;

/** Names as rows of letters, filled up with zeros to the longest name of the batch. */
record Letters(List<NamedConcept> names, String hash) implements ExampleSource {

    /** Letters are told apart by the lower bits of their code: enough for every script of Europe, and no table to keep. */
    static final int ALPHABET = 512;

    /** The convolutions look two letters to each side, so a name takes at least this much room. */
    private static final int SHORTEST = 5;

    static Letters train() {
        return new Letters(NameSet.ofThisJdk().train(), NameSet.ofThisJdk().digest());
    }

    static Letters test() {
        return new Letters(NameSet.ofThisJdk().test(), NameSet.ofThisJdk().digest());
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
        int longest = SHORTEST;
        for (int index : indices) {
            longest = Math.max(longest, names.get(index).name().length());
        }
        int[] letters = new int[indices.length * longest];
        int[] languages = new int[indices.length];
        for (int row = 0; row < indices.length; row++) {
            NamedConcept one = names.get(indices[row]);
            languages[row] = one.language();
            for (int i = 0; i < one.name().length(); i++) {
                letters[row * longest + i] = 1 + one.name().charAt(i) % (ALPHABET - 1);
            }
        }
        return new Examples(
                new NDList(manager.create(letters, new Shape(indices.length, longest))),
                new NDList(manager.create(languages)));
    }
}
