package org.atomizable.testkit.jqwik;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.testkit.schedule.Fault;
import org.atomizable.testkit.schedule.Schedule;

/** Arbitraries of what jobs meet. Each shrinks to the smallest and simplest value. */
public final class JobArbitraries {

    private static final int MOST_WINDOWS = 8;
    private static final long LARGEST_WINDOW = 32;

    /** By how many values jqwik spreads what it draws. */
    private static final int DRAWN = 1000;

    private static final int MOST_ATOMS = 64;
    private static final long MOST_EXTRA_MEBI = 4096;
    private static final long RARELY = 5;

    /** Kinds of an A100 with 80 GB, and how much memory a program on them can use, in MiB. */
    private static final List<Tuple.Tuple2<String, Long>> KINDS = List.of(
            Tuple.of("1g.10gb", 9728L),
            Tuple.of("2g.20gb", 19968L),
            Tuple.of("3g.40gb", 40192L),
            Tuple.of("7g.80gb", 81153L));

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private JobArbitraries() {}

    /** Returns schedules with faults of every kind. */
    public static Arbitrary<Schedule> schedules() {
        return schedules(EnumSet.allOf(Fault.Kind.class));
    }

    /** Returns schedules of up to 8 windows; half of the windows have a fault, if there are kinds of them. */
    public static Arbitrary<Schedule> schedules(Set<Fault.Kind> kinds) {
        Arbitrary<Optional<Fault>> faults = kinds.isEmpty()
                ? Arbitraries.just(Optional.empty())
                : faults(kinds).optional(0.5);
        Arbitrary<Schedule.Window> windows = Combinators.combine(
                        Arbitraries.longs().between(1, LARGEST_WINDOW), faults)
                .as(Schedule.Window::new);
        var drawn = windows.list()
                .ofMinSize(1)
                .ofMaxSize(MOST_WINDOWS)
                .map(Schedule::new)
                .generator(DRAWN);
        return Arbitraries.fromGenerator(
                random -> new ShrinkableSchedule(drawn.next(random).value()));
    }

    /** Returns faults of some kinds; at least one must be given. */
    public static Arbitrary<Fault> faults(Set<Fault.Kind> kinds) {
        return Combinators.combine(
                        Arbitraries.of(kinds.stream().sorted().toList()),
                        Arbitraries.longs().between(0, LARGEST_WINDOW))
                .as(Fault::new);
    }

    /** Returns slices of four kinds, of GPUs 0 to 7. */
    public static Arbitrary<Slice> slices() {
        return Combinators.combine(
                        Arbitraries.of(KINDS),
                        Arbitraries.integers().between(0, 7),
                        Arbitraries.integers().between(0, 6))
                .as((kind, gpu, instance) -> new Slice(
                        "gpu%s.%s".formatted(gpu, instance), new SliceKind(kind.get1()), Bytes.mebi(kind.get2())));
    }

    /** Returns windows of a second to a day that offer a hundredth to all of a slice's memory. */
    public static Arbitrary<Window> windows() {
        return Combinators.combine(
                        slices(),
                        Arbitraries.integers().between(1, 100),
                        Arbitraries.longs().between(0, Duration.ofDays(1).toSeconds()),
                        Arbitraries.longs().between(1, Duration.ofDays(1).toSeconds()),
                        Arbitraries.integers().between(1, 9999))
                .as((slice, percent, opens, length, id) -> new Window(
                        "w" + id,
                        slice,
                        Bytes.of(slice.memory().count() / 100 * percent),
                        NOON.plusSeconds(opens),
                        Duration.ofSeconds(length)));
    }

    private enum Shape {
        FLAT,
        SPIKES,
        STEPS,
        GROWTH
    }

    /** Returns the memory of 1 to 64 atoms: constant, with spikes, in steps, or ever more. */
    public static Arbitrary<MemorySeries> memorySeries() {
        // Most atoms need nothing more than the base.
        Arbitrary<Long> extra = Arbitraries.longs()
                .between(0, RARELY * MOST_EXTRA_MEBI)
                .withDistribution(RandomDistribution.uniform())
                .map(it -> Math.max(0, it - (RARELY - 1) * MOST_EXTRA_MEBI));
        return Combinators.combine(
                        Arbitraries.longs().between(1, MOST_EXTRA_MEBI),
                        Arbitraries.of(Shape.class),
                        extra.list().ofMinSize(1).ofMaxSize(MOST_ATOMS))
                .as(JobArbitraries::series);
    }

    private static MemorySeries series(long base, Shape shape, List<Long> extras) {
        List<Bytes> peaks = new ArrayList<>();
        long reached = 0;
        for (long extra : extras) {
            reached = switch (shape) {
                case FLAT -> 0;
                case SPIKES -> extra;
                case STEPS -> Math.max(reached, extra);
                case GROWTH -> reached + extra;
            };
            peaks.add(Bytes.mebi(base + reached));
        }
        return new MemorySeries(peaks);
    }

    /** Returns profiles of jobs that ran up to 64 atoms on one kind of slice, and declared their memory or not. */
    public static Arbitrary<JobProfile> profiles() {
        return Combinators.combine(
                        Arbitraries.of(KINDS).map(it -> new SliceKind(it.get1())),
                        memorySeries(),
                        Arbitraries.longs().between(1, 600_000),
                        Arbitraries.longs().between(1, 60_000),
                        Arbitraries.of(false, true))
                .as((kind, memory, atom, overhead, declares) -> JobProfile.declared(
                                Optional.of(memory.most()).filter(it -> declares))
                        .with(samples(kind, memory, Duration.ofMillis(atom), Duration.ofMillis(overhead))));
    }

    private static List<Sample> samples(SliceKind kind, MemorySeries memory, Duration atom, Duration overhead) {
        Bytes first = memory.peaks().get(0);
        return Stream.of(
                        Stream.of(new Sample(kind, Phase.RESTORE, overhead, first)),
                        memory.samples(kind, atom).stream(),
                        Stream.of(new Sample(kind, Phase.CHECKPOINT, overhead, first)))
                .flatMap(it -> it)
                .toList();
    }
}
