package org.atomizable.checkpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.state.ParallelRanges;

/**
 * Assigns the parts of a checkpoint to threads. Each run is in one shard and is read from its beginning to its end,
 * because file systems read ahead for sequential reads.
 *
 * @param first tensors that span several runs; their memory is allocated before the reads
 * @param runs the runs; one thread reads each
 */
record ReadingPlan(Set<RestoredTensor> first, List<List<Stretch>> runs) {

    private static final long LONGEST_RUN = 64L << 20;

    /** A part of a tensor. */
    record Stretch(RestoredTensor tensor, int index) {}

    /** Divides the work among the readers. */
    static ReadingPlan of(Collection<RestoredTensor> tensors, int readers) {
        long all = tensors.stream().mapToLong(tensor -> tensor.stored().bytes()).sum();
        long longest = Math.min(LONGEST_RUN, Math.max(1, all / readers));
        Set<RestoredTensor> first = new HashSet<>();
        List<List<Stretch>> runs = new ArrayList<>();
        int shard = -1;
        long left = 0;
        for (RestoredTensor tensor : inOrder(tensors)) {
            for (int index = 0; index < tensor.stretches(); index++) {
                if (tensor.stored().shard() != shard || left <= 0) {
                    runs.add(new ArrayList<>());
                    shard = tensor.stored().shard();
                    left = longest;
                    if (index > 0) {
                        first.add(tensor);
                    }
                }
                runs.get(runs.size() - 1).add(new Stretch(tensor, index));
                left -= tensor.stretchBytes(index);
            }
        }
        return new ReadingPlan(first, runs);
    }

    private static List<RestoredTensor> inOrder(Collection<RestoredTensor> tensors) {
        return tensors.stream()
                .sorted(Comparator.<RestoredTensor>comparingInt(
                                tensor -> tensor.stored().shard())
                        .thenComparingLong(RestoredTensor::position))
                .toList();
    }

    /** Reads everything from these shards. */
    void read(ParallelRanges parallelRanges, List<Disk.Reading> shards) throws IOException {
        parallelRanges.run(first.stream()
                .<ParallelRanges.Task>map(tensor -> tensor::allocate)
                .toList());
        parallelRanges.run(runs.stream()
                .<ParallelRanges.Task>map(run -> () -> read(run, shards))
                .toList());
    }

    private void read(List<Stretch> run, List<Disk.Reading> shards) throws IOException {
        for (Stretch stretch : run) {
            RestoredTensor tensor = stretch.tensor();
            if (stretch.index() == 0 && !first.contains(tensor)) {
                tensor.allocate();
            }
            tensor.read(shards.get(tensor.stored().shard()), stretch.index());
        }
    }
}
