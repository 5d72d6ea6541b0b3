package org.atomizable.cli.profile;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.wire.WireJson;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.store.ProfileDirectory;
import org.atomizable.profiler.store.Recording;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable profile advise}. */
@Command(
        name = "advise",
        mixinStandardHelpOptions = true,
        description = {
            "Tells which MIG profiles a job fits, at which theta, how many atoms a window holds, and what "
                    + "would change that.",
            "Durations are those of the machine that measured them."
        })
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class AdviseCommand implements Callable<Integer> {

    private static final int MOST_SECONDS = 1_000_000_000;
    private static final double[] THETAS = {0.001, 0.01, 0.05, 0.1};

    /** One slice, for machines. */
    record Advice(
            String slice, long memoryBytes, @Nullable Double smallestTheta, double chanceOfMore, long atomsPerWindow) {}

    @Parameters(paramLabel = "FILE", description = "A recording.")
    private Path file;

    @Mixin
    private PromiseOptions promise;

    @Mixin
    private ProductOption product;

    @Option(
            names = "--window",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "Length of a window (default: ${DEFAULT-VALUE}).")
    private double window;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        if (!(window > 0 && window <= MOST_SECONDS)) {
            throw new IllegalArgumentException(
                    "--window must be above 0 and at most %s, was %s".formatted(MOST_SECONDS, window));
        }
        Recording recording = ProfileDirectory.read(file);
        if (recording.samples().isEmpty()) {
            throw new AtomizableException("%s has no samples".formatted(file), "Measure the job first");
        }
        JobProfile profile = recording.profile(Optional.empty());
        SliceKind kind = recording.key().kind();
        Duration length = Duration.ofMillis(Math.round(window * 1000));
        List<Advice> advice = new ArrayList<>();
        MigGeometry geometry = product.geometry();
        for (MigProfile slice : geometry.profiles()) {
            advice.add(new Advice(
                    slice.name(),
                    slice.memory().count(),
                    smallestTheta(profile, kind, slice.memory()),
                    profile.chanceOfMore(
                            kind, 1, slice.memory(), promise.promise().gamma()),
                    profile.mostAtoms(kind, slice.memory(), length, Long.MAX_VALUE, promise.promise())));
        }
        MemoryBound one = profile.footprint(kind, 1, promise.promise()).memory();
        List<String> changes = changes(recording, profile, kind, geometry);
        if (json) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("job", recording.job());
            all.put("product", geometry.product());
            all.put("memoryBytes", one.upper().count());
            all.put("memoryMethod", one.method());
            all.put("windowSeconds", window);
            all.put("slices", advice);
            all.put("changes", changes);
            System.out.println(
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(all));
        } else {
            print(recording, geometry, one, advice, changes);
        }
        return 0;
    }

    private @Nullable Double smallestTheta(JobProfile profile, SliceKind kind, Bytes capacity) {
        for (double theta : THETAS) {
            Promise asked = new Promise(
                    theta, promise.promise().gamma(), promise.promise().epsilon());
            if (!profile.footprint(kind, 1, asked).memory().upper().exceeds(capacity)) {
                return theta;
            }
        }
        return null;
    }

    private void print(
            Recording recording, MigGeometry geometry, MemoryBound one, List<Advice> advice, List<String> changes) {
        System.out.printf(
                "%s on slices of %s; a subjob of one atom needs up to %s, by %s%n",
                recording.job(), geometry.product(), one.upper(), one.method());
        System.out.printf(
                "%-12s %10s  %-16s %-14s %s%n",
                "slice", "memory", "fits at theta", "more, at most", "atoms in " + window + " s");
        for (Advice each : advice) {
            System.out.printf(
                    "%-12s %10s  %-16s %-14s %s%n",
                    each.slice(),
                    Bytes.of(each.memoryBytes()),
                    each.smallestTheta() == null ? "no" : each.smallestTheta() + " and above",
                    each.chanceOfMore() < 1 ? String.format(Locale.ROOT, "%.3g", each.chanceOfMore()) : "unknown",
                    words(each.atomsPerWindow()));
        }
        changes.forEach(System.out::println);
    }

    private static String words(long atoms) {
        return atoms == 0 ? "none" : atoms == Long.MAX_VALUE ? "no limit" : Long.toString(atoms);
    }

    /** The one phase that keeps the job from smaller slices, and what is known too little. */
    private List<String> changes(Recording recording, JobProfile profile, SliceKind kind, MigGeometry geometry) {
        List<String> changes = new ArrayList<>();
        List<Phase> phases =
                recording.samples().stream().map(Sample::phase).distinct().toList();
        Promise each = promise.promise().sharedAmong(Math.max(1, phases.size()));
        Map<Phase, Bytes> needs = new LinkedHashMap<>();
        phases.forEach(
                phase -> needs.put(phase, profile.peak(kind, phase, 1, each).upper()));
        List<Phase> hungriest = phases.stream()
                .sorted((a, b) -> needs.getOrDefault(b, Bytes.ZERO).compareTo(needs.getOrDefault(a, Bytes.ZERO)))
                .toList();
        if (hungriest.size() > 1) {
            Bytes most = needs.getOrDefault(hungriest.get(0), Bytes.ZERO);
            Bytes next = needs.getOrDefault(hungriest.get(1), Bytes.ZERO);
            Optional<MigProfile> would = geometry.profiles().stream()
                    .filter(slice -> most.exceeds(slice.memory()) && !next.exceeds(slice.memory()))
                    .findFirst();
            would.ifPresent(
                    slice -> changes.add(("phase %s needs %s, all others at most %s: if it needed no more than they "
                                    + "do, %s would be enough")
                            .formatted(hungriest.get(0), most, next, slice.name())));
        }
        for (Phase phase : phases) {
            String method = profile.peak(kind, phase, 1, each).method();
            if (!method.equals("order statistic")) {
                changes.add(String.format(
                        Locale.ROOT,
                        "at theta %.2g, its share of %s, the memory bound of phase %s comes from %s, which promises nothing:"
                                + " measure it for longer",
                        each.theta(),
                        promise.promise().theta(),
                        phase,
                        method));
            }
        }
        return changes;
    }
}
