package org.atomizable.lab.simulate.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Generates workloads. The same options give the same workload under every JDK.
 *
 * <p>Durations are log-normal between 10 min and 4 h. The constants were fitted by maximum likelihood to the 30,650 single-GPU jobs of that
 * length in the Microsoft Philly trace of October 2017 (msr-fiddle/philly-traces, CC-BY-4.0). Jobs arrive uniformly over the horizon. Of
 * every 100 jobs, 60 ask for the smallest size of slice, 25 for the second and 15 for the third, or the largest if there are fewer sizes.
 *
 * <p>A job of a trace that says its share of a GPU asks for 10 GiB up to a seventh, 20 GiB up to two sevenths, 40 GiB up to three sevenths,
 * and otherwise for the largest size. If the cluster has no slice of that size, the job asks for the next larger one.
 */
public final class WorkloadGenerator {

    private static final double LOG_MEAN = 7.625;
    private static final double LOG_DEVIATION = 0.870;
    private static final double SHORTEST = 600;
    private static final double LONGEST = 14_400;

    private static final double[] CLASS_SHARES = {0.60, 0.25, 0.15};

    private static final double SEVENTHS = 7;

    private static final int FACTORS = 400;
    private static final int FACTOR_SETS = 32;

    /** Reservations go on for so long after the horizon that late jobs have no advantage. */
    private static final double AFTER_HORIZON = 480_000;

    private final GeneratorOptions options;
    private final Draws draws;

    private WorkloadGenerator(GeneratorOptions options) {
        this.options = options;
        this.draws = new Draws(options.seed());
    }

    /** Generates a workload of this name. */
    public static Workload generate(String name, GeneratorOptions options) {
        return new WorkloadGenerator(options).workload(name);
    }

    /**
     * Generates a workload whose durations and arrivals come from a trace. Arrivals are compressed or stretched to the load; everything else
     * is drawn.
     *
     * @param traced the jobs in order of submission; the first of them are taken, as many as the options say
     * @throws IllegalArgumentException if there are fewer
     */
    public static Workload replay(String name, GeneratorOptions options, List<TracedJob> traced) {
        requireEnough(traced, options);
        List<TracedJob> taken = traced.subList(0, options.jobs().count());
        double first = taken.get(0).submit();
        double span = Math.max(1, taken.get(taken.size() - 1).submit() - first);
        return new WorkloadGenerator(options)
                .workload(
                        name,
                        taken.stream()
                                .map(it -> arriving((it.submit() - first) / span, it))
                                .toList());
    }

    /**
     * Generates a workload whose durations come from a trace without arrivals. The order of the jobs is drawn, and they arrive uniformly
     * over the horizon.
     *
     * @param traced the jobs; of these, as many as the options say are drawn
     * @throws IllegalArgumentException if there are fewer
     */
    public static Workload shuffled(String name, GeneratorOptions options, List<TracedJob> traced) {
        requireEnough(traced, options);
        WorkloadGenerator generator = new WorkloadGenerator(options);
        Draws order = generator.draws.fork();
        List<TracedJob> left = new ArrayList<>(traced);
        double[] arrivals = generator.arrivals();
        List<TracedJob> jobs = new ArrayList<>(arrivals.length);
        for (double each : arrivals) {
            int chosen = order.below(left.size());
            jobs.add(arriving(each, left.get(chosen)));
            left.set(chosen, left.get(left.size() - 1));
            left.remove(left.size() - 1);
        }
        return generator.workload(name, jobs);
    }

    private static void requireEnough(List<TracedJob> traced, GeneratorOptions options) {
        if (traced.size() < options.jobs().count()) {
            throw new IllegalArgumentException("%s jobs are wanted, the trace has %s"
                    .formatted(options.jobs().count(), traced.size()));
        }
    }

    private static TracedJob arriving(double shareOfHorizon, TracedJob job) {
        return new TracedJob(shareOfHorizon, job.workSeconds(), job.gpuShare());
    }

    private Workload workload(String name) {
        Draws lengths = draws.fork();
        double[] work = IntStream.range(0, options.jobs().count())
                .mapToDouble(it -> lengths.logNormal(LOG_MEAN, LOG_DEVIATION, SHORTEST, LONGEST))
                .toArray();
        double[] arrivals = arrivals();
        return workload(
                name,
                IntStream.range(0, work.length)
                        .mapToObj(it -> new TracedJob(arrivals[it], work[it]))
                        .toList());
    }

    private double[] arrivals() {
        Draws times = draws.fork();
        return IntStream.range(0, options.jobs().count())
                .mapToDouble(it -> times.uniform())
                .sorted()
                .toArray();
    }

    /** Submissions are shares of the horizon, in ascending order. */
    private Workload workload(String name, List<TracedJob> jobs) {
        double sum = 0;
        for (TracedJob each : jobs) {
            sum += each.workSeconds();
        }
        double free = options.slices().freeShare();
        double horizon = thousandths(
                sum / (options.jobs().load() * free * options.slices().cluster().slices()));
        return new Workload(name, horizon, tasks(jobs, horizon), failing(slices(horizon), horizon));
    }

    private List<SimulatedTask> tasks(List<TracedJob> jobs, double horizon) {
        Draws noise = draws.fork();
        List<AtomFactors> factors = IntStream.range(0, FACTOR_SETS)
                .mapToObj(it -> options.noise().draw(FACTORS, noise))
                .toList();
        double[] sizes = options.slices().cluster().kinds().stream()
                .mapToDouble(ClusterShape::gib)
                .distinct()
                .sorted()
                .toArray();
        Draws properties = draws.fork();
        List<SimulatedTask> tasks = new ArrayList<>(jobs.size());
        for (int i = 0; i < jobs.size(); i++) {
            tasks.add(task(i, horizon, jobs.get(i), sizes, factors, properties));
        }
        return tasks;
    }

    private SimulatedTask task(
            int index, double horizon, TracedJob job, double[] sizes, List<AtomFactors> factors, Draws properties) {
        double submit = thousandths(job.submit() * horizon);
        double work = job.workSeconds();
        double atomSeconds = Math.rint(properties.logUniform(0.2, 5) * 1e5) / 1e5;
        double drawn = size(sizes, properties.uniform());
        double size = job.gpuShare().isPresent() ? sizeOf(job.gpuShare().getAsDouble(), sizes) : drawn;
        double peak = thousandths(size * properties.uniform(0.5, 0.9));
        boolean staged = properties.uniform() < options.jobs().staged();
        double from = thousandths(properties.uniform(0.2, 0.6));
        double before = thousandths(peak * properties.uniform(0.3, 0.7));
        MemoryStages memory = staged
                ? new MemoryStages(List.of(new MemoryStages.Stage(0, before), new MemoryStages.Stage(from, peak)))
                : MemoryStages.constant(peak);
        int tenant = properties.below(Math.max(1, options.jobs().tenants()));
        boolean urgent = properties.uniform() < options.jobs().urgent();
        double deadline = thousandths(submit + work * properties.uniform(1.5, 6));
        return new SimulatedTask(
                index,
                String.format(Locale.ROOT, "j%03d", index),
                submit,
                atomSeconds,
                Math.max(1, Math.round(work / atomSeconds)),
                memory,
                size,
                factors.get(properties.below(factors.size())),
                options.jobs().tenants() == 0 ? Optional.empty() : Optional.of("t" + tenant),
                urgent ? Optional.of(deadline) : Optional.empty());
    }

    private static double size(double[] sizes, double share) {
        int at = 0;
        double below = CLASS_SHARES[0];
        while (share >= below && at + 1 < Math.min(sizes.length, CLASS_SHARES.length)) {
            at++;
            below += CLASS_SHARES[at];
        }
        return sizes[at];
    }

    /** The size of a MIG profile of an 80 GB GPU with that share of its seven compute slices, or the next larger that the cluster has. */
    private static double sizeOf(double share, double[] sizes) {
        double largest = sizes[sizes.length - 1];
        double wanted = share <= 1 / SEVENTHS ? 10 : share <= 2 / SEVENTHS ? 20 : share <= 3 / SEVENTHS ? 40 : largest;
        return Arrays.stream(sizes).filter(it -> it >= wanted).findFirst().orElse(largest);
    }

    private List<SimulatedSlice> slices(double horizon) {
        Draws times = draws.fork();
        List<SimulatedSlice> slices = new ArrayList<>(options.slices().cluster().slices());
        for (int gpu = 0; gpu < options.slices().cluster().gpus(); gpu++) {
            List<String> kinds = options.slices().cluster().kinds().stream()
                    .sorted(Comparator.comparingDouble(ClusterShape::gib).reversed())
                    .toList();
            for (int i = 0; i < kinds.size(); i++) {
                slices.add(SimulatedSlice.reserved(
                        "g%s-%s".formatted(gpu, i),
                        kinds.get(i),
                        ClusterShape.gib(kinds.get(i)),
                        reservations(times, horizon + AFTER_HORIZON)));
            }
        }
        return slices;
    }

    /** Failures come last, so that workloads with and without them are otherwise the same. */
    private List<SimulatedSlice> failing(List<SimulatedSlice> slices, double horizon) {
        Draws times = draws.fork();
        return slices.stream()
                .map(it -> it.failingAt(failures(times, horizon + AFTER_HORIZON)))
                .toList();
    }

    private List<Double> failures(Draws times, double until) {
        List<Double> failures = new ArrayList<>();
        double mean = options.slices().failureHours() * 3600;
        double now = 0;
        while (mean < Double.POSITIVE_INFINITY && now < until) {
            now = thousandths(now + Math.max(1e-3, -mean * StrictMath.log(1 - times.uniform())));
            failures.add(now);
        }
        return failures;
    }

    /** Starts somewhere in a hole or a reservation, as if the slice had been in use before. */
    private List<Reservation> reservations(Draws times, double until) {
        List<Reservation> made = new ArrayList<>();
        double hole = options.slices().holes().mean();
        double reserved = options.slices().reservations().mean();
        double now = 0;
        if (times.uniform() < hole / (hole + reserved)) {
            now = thousandths(options.slices().holes().draw(times) * times.uniform());
        } else {
            now = Math.max(1e-3, thousandths(options.slices().reservations().draw(times) * times.uniform()));
            made.add(new Reservation(0, now));
            now = thousandths(now + options.slices().holes().draw(times));
        }
        while (now < until) {
            double end = thousandths(now + options.slices().reservations().draw(times));
            made.add(new Reservation(now, end));
            now = thousandths(end + options.slices().holes().draw(times));
        }
        return made;
    }

    private static double thousandths(double value) {
        return Math.rint(value * 1e3) / 1e3;
    }
}
