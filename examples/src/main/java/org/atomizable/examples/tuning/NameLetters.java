package org.atomizable.examples.tuning;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.training.dataset.RandomAccessDataset;
import ai.djl.training.dataset.Record;
import ai.djl.util.Progress;
import java.util.List;
import java.util.function.ToIntFunction;
import org.atomizable.examples.names.NamedConcept;

/** Names as counts of their pairs of letters, with a label. */
final class NameLetters extends RandomAccessDataset {

    static final int SLOTS = 512;

    private final List<NamedConcept> names;
    private final ToIntFunction<NamedConcept> label;

    NameLetters(List<NamedConcept> names, ToIntFunction<NamedConcept> label, int batch, boolean random) {
        super(new Builder(batch, random));
        this.names = names;
        this.label = label;
    }

    @Override
    public Record get(NDManager manager, long index) {
        NamedConcept one = names.get(Math.toIntExact(index));
        float[] counts = new float[SLOTS];
        for (int i = 0; i + 1 < one.name().length(); i++) {
            int pair = (one.name().charAt(i) * 31 + one.name().charAt(i + 1)) * 0x9E3779B1;
            counts[Math.floorMod(pair >>> 16, SLOTS)]++;
        }
        return new Record(
                new NDList(manager.create(counts)), new NDList(manager.create((float) label.applyAsInt(one))));
    }

    @Override
    protected long availableSize() {
        return names.size();
    }

    @Override
    public void prepare(Progress progress) {}

    private static final class Builder extends BaseBuilder<Builder> {

        Builder(int batch, boolean random) {
            setSampling(batch, random);
        }

        @Override
        protected Builder self() {
            return this;
        }
    }
}
