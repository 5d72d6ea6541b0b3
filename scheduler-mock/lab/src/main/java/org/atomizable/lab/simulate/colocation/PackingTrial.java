package org.atomizable.lab.simulate.colocation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.RelativeThroughput;
import org.atomizable.scheduler.colocation.packing.FreeSlice;
import org.atomizable.scheduler.colocation.packing.GreedyPacker;
import org.atomizable.scheduler.colocation.packing.PackedJob;
import org.atomizable.scheduler.colocation.packing.Packer;
import org.atomizable.scheduler.colocation.packing.Packing;
import org.atomizable.scheduler.colocation.packing.PackingProblem;
import org.atomizable.scheduler.colocation.packing.PackingRules;

/** Jobs drawn from a table, packed on GPUs in several ways. What a packing reaches is always told by the true values. */
final class PackingTrial {

    /** One job a GPU. */
    static final String NONE = "no packing";

    /** Gandiva's rule. */
    static final String RANDOM = "random pairs (Gandiva)";

    private final InterferenceMatrix truth;
    private final SliceKind kind;
    private final List<PackedJob> jobs = new ArrayList<>();
    private final List<FreeSlice> slices = new ArrayList<>();

    PackingTrial(InterferenceMatrix truth, SliceKind kind, int jobs, int gpus, long seed) {
        this.truth = truth;
        this.kind = kind;
        List<String> names = truth.jobs(kind);
        Random random = new Random(seed);
        for (int i = 0; i < jobs; i++) {
            this.jobs.add(PackedJob.of("job-" + i, names.get(random.nextInt(names.size())), 1, Bytes.ZERO));
        }
        for (int i = 0; i < gpus; i++) {
            slices.add(new FreeSlice("gpu-" + i, kind, Bytes.of(1)));
        }
    }

    /**
     * Packs in all ways and returns the mean relative throughput of a GPU, by way.
     *
     * @param predicted the same matrix with predictions in place of hidden pairs
     */
    Map<String, Double> run(InterferenceMatrix predicted, long seed) {
        Map<String, Double> reached = new LinkedHashMap<>();
        reached.put(NONE, reached(new GreedyPacker(), truth, 1));
        reached.put(RANDOM, reached(new RandomPairs(seed), truth, 2));
        reached.put("greedy, all known", reached(new GreedyPacker(), truth, 2));
        reached.put("matching, all known", reached(new MatchingPacker(), truth, 2));
        reached.put("greedy, with predictions", reached(new GreedyPacker(), predicted, 2));
        reached.put("matching, with predictions", reached(new MatchingPacker(), predicted, 2));
        return reached;
    }

    private double reached(Packer packer, InterferenceMatrix believed, int largestSet) {
        Packing packing =
                packer.pack(new PackingProblem(jobs, slices, believed, new PackingRules(largestSet, Bytes.ZERO)));
        double sum = 0;
        for (List<PackedJob> set : packing.bySlice().values()) {
            for (PackedJob job : set) {
                List<String> beside = set.stream()
                        .filter(it -> !it.equals(job))
                        .map(PackedJob::name)
                        .toList();
                Optional<RelativeThroughput> actual = truth.of(kind, job.name(), beside);
                sum += actual.map(RelativeThroughput::value).orElse(0.0);
            }
        }
        return sum / slices.size();
    }
}
