package org.atomizable.djl.data;

import ai.djl.engine.Engine;
import ai.djl.training.dataset.BatchSampler;
import ai.djl.training.dataset.RandomAccessDataset;
import ai.djl.training.dataset.RandomSampler;
import ai.djl.training.dataset.Sampler;
import ai.djl.training.dataset.SequenceSampler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.atomizable.djl.engine.EngineTurn;
import org.atomizable.djl.engine.Seeds;
import org.atomizable.djl.state.DjlFields;
import org.atomizable.djl.state.NotResumableException;

/** Which examples are in which batch of which epoch. */
interface Order {

    /** Returns the number of batches of each epoch. */
    int perEpoch();

    /** Returns the indices of the examples in a batch. */
    List<Long> indices(long epoch, long batch);

    /** Returns how many examples an epoch has used at the end of a batch. */
    default long seen(long epoch, long batch) {
        return LongStream.rangeClosed(0, batch)
                .map(each -> indices(epoch, each).size())
                .sum();
    }

    /** Returns how it orders, in words. */
    String description();

    /** Returns the order that the data set's sampler asks for, made a function of the seed. */
    static Order of(RandomAccessDataset dataset, long seed, Engine engine) throws IOException {
        Sampler sampler = DjlFields.sampler(dataset);
        if (sampler.getClass() == BatchSampler.class) {
            BatchSampler batches = (BatchSampler) sampler;
            Class<?> kind = DjlFields.examples(batches).getClass();
            int size = Math.toIntExact(dataset.size());
            boolean dropLast = DjlFields.dropsLast(batches);
            if (kind == RandomSampler.class) {
                return new Shuffled(new Shuffle(seed, size, batches.getBatchSize(), dropLast), size, batches, dropLast);
            }
            if (kind == SequenceSampler.class) {
                int perEpoch = Shuffle.batches(size, batches.getBatchSize(), dropLast);
                return new InSequence(size, batches.getBatchSize(), perEpoch);
            }
        }
        Sampled order = new Sampled(dataset, sampler, seed, engine);
        order.requireRepeatable();
        return order;
    }

    /** Returns the order of the data set itself, in batches of the size that its sampler has. */
    static Order inSequence(RandomAccessDataset dataset) {
        int size = Math.toIntExact(dataset.size());
        int batch = Math.max(1, DjlFields.sampler(dataset).getBatchSize());
        return new InSequence(size, batch, Shuffle.batches(size, batch, false));
    }

    /** Each epoch another permutation. */
    record Shuffled(Shuffle shuffle, int size, BatchSampler sampler, boolean dropLast) implements Order {

        @Override
        public int perEpoch() {
            return Shuffle.batches(size, sampler.getBatchSize(), dropLast);
        }

        @Override
        public List<Long> indices(long epoch, long batch) {
            return Arrays.stream(shuffle.indices(epoch * perEpoch() + batch))
                    .mapToObj(Long::valueOf)
                    .toList();
        }

        @Override
        public long seen(long epoch, long batch) {
            return Math.min(size, (batch + 1) * sampler.getBatchSize());
        }

        @Override
        public String description() {
            return "%s examples shuffled, in batches of %s%s"
                    .formatted(size, sampler.getBatchSize(), dropLast ? ", the last one dropped" : "");
        }
    }

    /** Always from the first to the last. */
    record InSequence(int size, int batch, int perEpoch) implements Order {

        @Override
        public List<Long> indices(long epoch, long number) {
            long from = number * batch;
            return LongStream.range(from, Math.min(size, from + batch)).boxed().toList();
        }

        @Override
        public long seen(long epoch, long number) {
            return Math.min(size, (number + 1) * batch);
        }

        @Override
        public String description() {
            return "%s examples in sequence, in %s batches of %s".formatted(size, perEpoch, batch);
        }
    }

    /** As a user's sampler says, which is asked once an epoch, with the engine seeded. */
    final class Sampled implements Order {

        private final RandomAccessDataset dataset;
        private final Sampler sampler;
        private final long seed;
        private final Engine engine;
        private final int perEpoch;
        private long epoch;
        private List<List<Long>> batches;

        Sampled(RandomAccessDataset dataset, Sampler sampler, long seed, Engine engine) throws IOException {
            this.dataset = dataset;
            this.sampler = sampler;
            this.seed = seed;
            this.engine = engine;
            this.batches = sample(0);
            this.perEpoch = batches.size();
        }

        void requireRepeatable() throws IOException {
            if (!sample(0).equals(batches)) {
                throw new NotResumableException(
                        "the sampler %s gives another order with the same seed"
                                .formatted(sampler.getClass().getName()),
                        "Let it draw from ai.djl.util.RandomUtils, which this job seeds for each epoch");
            }
        }

        private List<List<Long>> sample(long wanted) throws IOException {
            return EngineTurn.take(engine, Seeds.ofAtom(Seeds.mix(seed, Seeds.GOLDEN), wanted), collector -> {
                List<List<Long>> all = new ArrayList<>();
                for (Iterator<List<Long>> each = sampler.sample(dataset); each.hasNext(); ) {
                    all.add(List.copyOf(each.next()));
                }
                return all;
            });
        }

        @Override
        public int perEpoch() {
            return perEpoch;
        }

        @Override
        public List<Long> indices(long wanted, long batch) {
            if (wanted != epoch) {
                try {
                    batches = sample(wanted);
                } catch (IOException e) {
                    throw new IllegalStateException("a sampler does no I/O", e);
                }
                epoch = wanted;
                if (batches.size() != perEpoch) {
                    throw new IllegalStateException(("the sampler %s made %s batches of the first epoch and %s of epoch"
                                    + " %s; let it make as many of each")
                            .formatted(sampler.getClass().getName(), perEpoch, batches.size(), wanted));
                }
            }
            return batches.get((int) batch);
        }

        @Override
        public String description() {
            return "%s examples in %s batches by %s"
                    .formatted(dataset.size(), perEpoch, sampler.getClass().getName());
        }
    }
}
