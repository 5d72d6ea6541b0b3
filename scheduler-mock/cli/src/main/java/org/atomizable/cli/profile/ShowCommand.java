package org.atomizable.cli.profile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.cli.terminal.Counted;
import org.atomizable.core.wire.WireJson;
import org.atomizable.profiler.profile.Grounds;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.profile.MemoryChange;
import org.atomizable.profiler.store.ProfileDirectory;
import org.atomizable.profiler.store.Recording;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable profile show}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Shows what is known of a job, phase by phase, with the method of each bound.")
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class ShowCommand implements Callable<Integer> {

    /** One phase, for machines. */
    record Shown(
            String phase,
            int samples,
            long memoryBytes,
            String memoryMethod,
            double seconds,
            double typicalSeconds,
            String timeMethod) {}

    /** A change of memory, for machines. */
    record ShownChange(long atom, double confidence, long beforeBytes, long afterBytes) {

        static ShownChange of(MemoryChange found) {
            return new ShownChange(
                    found.atom(),
                    found.confidence(),
                    found.before().count(),
                    found.after().count());
        }
    }

    @Parameters(paramLabel = "FILE", description = "A recording.")
    private Path file;

    @Mixin
    private PromiseOptions promise;

    @Option(
            names = "--atoms",
            paramLabel = "K",
            defaultValue = "1",
            description = "Show bounds of this many consecutive atoms (default: ${DEFAULT-VALUE}).")
    private long atoms;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Recording recording = ProfileDirectory.read(file);
        JobProfile profile = recording.profile(Optional.empty());
        List<Shown> phases = new ArrayList<>();
        Map<Phase, List<Sample>> seen = recording.samples().stream()
                .collect(Collectors.groupingBy(Sample::phase, LinkedHashMap::new, Collectors.toList()));
        for (Phase phase : seen.keySet()) {
            long count = phase.hasAtoms() ? atoms : 1;
            MemoryBound memory = profile.peak(recording.key().kind(), phase, count, promise.promise());
            TimeBound time = profile.span(recording.key().kind(), phase, count, promise.promise());
            phases.add(new Shown(
                    phase.name(),
                    seen.getOrDefault(phase, List.of()).size(),
                    memory.upper().count(),
                    memory.method(),
                    time.upper().toNanos() / 1e9,
                    time.typical().toNanos() / 1e9,
                    time.method()));
        }
        Grounds grounds = profile.grounds(
                JobSpec.openEnded(recording.job()), 0, recording.key().kind(), atoms, promise.promise());
        List<ShownChange> changes =
                profile.memoryChanges().stream().map(ShownChange::of).toList();
        if (json) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("job", recording.job());
            all.put("slice", recording.key().kind().name());
            all.put("traits", recording.key().traits());
            all.put("runs", recording.runs().size());
            all.put("atoms", atoms);
            all.put("promise", promise.promise());
            all.put("memoryPromise", grounds.memoryPromise());
            all.put("timePromise", grounds.timePromise());
            all.put("phases", phases);
            all.put("memoryChanges", changes);
            System.out.println(
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(all));
        } else {
            System.out.printf(
                    "%s on %s, %s; bounds of %s in a row at theta %s, gamma %s, epsilon %s%n",
                    recording.job(),
                    recording.key(),
                    Counted.of(recording.runs().size(), "run"),
                    Counted.of(atoms, "atom"),
                    promise.promise().theta(),
                    promise.promise().gamma(),
                    promise.promise().epsilon());
            System.out.printf(
                    "%-12s %8s  %10s %-18s  %10s %10s %s%n",
                    "phase", "samples", "memory", "by", "time", "typical", "by");
            for (Shown each : phases) {
                System.out.printf(
                        Locale.ROOT,
                        "%-12s %8s  %10s %-18s  %8.4f s %8.4f s %s%n",
                        each.phase(),
                        each.samples(),
                        Bytes.of(each.memoryBytes()),
                        each.memoryMethod(),
                        each.seconds(),
                        each.typicalSeconds(),
                        each.timeMethod());
            }
            System.out.printf("a subjob of %s: memory %s%n", Counted.of(atoms, "atom"), grounds.memoryPromise());
            System.out.printf("a subjob of %s: time %s%n", Counted.of(atoms, "atom"), grounds.timePromise());
            for (ShownChange each : changes) {
                System.out.printf(
                        Locale.ROOT,
                        "memory changes at atom %d, with %s %% confidence: up to %s before, up to %s after%n",
                        each.atom(),
                        percent(each.confidence()),
                        Bytes.of(each.beforeBytes()),
                        Bytes.of(each.afterBytes()));
            }
        }
        return 0;
    }

    /** Returns a confidence such that it does not look like certainty. */
    private static String percent(double confidence) {
        return confidence > 0.9999 ? "more than 99.99" : String.format(Locale.ROOT, "%.2f", 100 * confidence);
    }
}
