package org.atomizable.lab.simulate.colocation;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.atomizable.core.wire.WireJson;

/**
 * A table as it was published with Gavel, of jobs that are made up. The logarithm of what a job keeps beside another one is
 * {@code -suffers(job) * disturbs(other)}, which is of rank 1.
 */
final class PublishedTable {

    private PublishedTable() {}

    static String name(int job) {
        return String.format(Locale.ROOT, "Model%02d (batch size %s)", job, 16 << job % 3);
    }

    /** Returns what a job keeps of its throughput alone. */
    static double keeps(int job, int other, long seed) {
        Random random = new Random(seed);
        double[] suffers = random.doubles(Math.max(job, other) + 1, 0.1, 1).toArray();
        double[] disturbs =
                new Random(seed + 1).doubles(Math.max(job, other) + 1, 0.1, 1).toArray();
        return Math.exp(-suffers[job] * disturbs[other]);
    }

    private static double alone(int job) {
        return 3 + 0.5 * job;
    }

    /** Returns the JSON of one kind of GPU, with jobs on one GPU, and one job on two GPUs, which is not read. */
    static String of(String gpu, int jobs, long seed) throws Exception {
        Map<String, Object> rows = new LinkedHashMap<>();
        for (int job = 0; job < jobs; job++) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("null", alone(job));
            for (int other = 0; other < jobs; other++) {
                row.put(
                        key(other),
                        new double[] {alone(job) * keeps(job, other, seed), alone(other) * keeps(other, job, seed)});
            }
            rows.put(key(job), row);
        }
        rows.put("('Large', 2)", Map.of("null", 7.0, key(0), new double[] {1, 1}));
        return WireJson.mapper().writeValueAsString(Map.of(gpu, rows));
    }

    private static String key(int job) {
        return "('%s', 1)".formatted(name(job));
    }
}
