package org.atomizable.profiler.backtest;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.ClopperPearson;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.profile.KeptPromises;
import org.atomizable.profiler.profile.ObservedSubjob;
import org.atomizable.profiler.store.Recording;

/**
 * The promises that would have been made of a job's subjobs, and how they would have been kept.
 *
 * @param promise that was asked for
 * @param subjobs how many were bounded
 * @param memory how memory would have been reserved by the profile
 * @param rivals and by other rules, by name
 * @param wasteVsStaticPeak how much more memory than the greatest peak and a tenth, which hindsight would have reserved: -0.25
 *     is a quarter less
 * @param timeCoverage share of subjobs that took no longer than their bound, with its interval
 * @param methods how many bounds of memory were obtained in which way
 * @param calibration how often memory is exceeded by what is promised, at several θ
 */
public record Backtest(
        Promise promise,
        int subjobs,
        Reserved memory,
        Map<String, Reserved> rivals,
        double wasteVsStaticPeak,
        Coverage timeCoverage,
        Map<String, Integer> methods,
        Map<Double, Coverage> calibration) {

    /** Of how sure the intervals are. */
    private static final double CONFIDENCE = 0.95;

    /** Before anything is bounded, something must be known. */
    private static final int FIRST = 3;

    private static final double[] THETAS = {0.2, 0.1, 0.05, 0.02, 0.01};

    /**
     * A share of subjobs that kept a bound.
     *
     * @param share from 0 to 1
     * @param low lower limit of the probability behind it (Clopper and Pearson, two-sided, 95 %)
     * @param high and its upper limit
     */
    public record Coverage(double share, double low, double high) {

        static Coverage of(long kept, long all) {
            ClopperPearson interval = ClopperPearson.of(kept, all, CONFIDENCE);
            return new Coverage((double) kept / all, interval.low(), interval.high());
        }
    }

    /**
     * Memory as one rule would have reserved it.
     *
     * @param coverage of subjobs that needed no more
     * @param reserved bytes times seconds, over all subjobs
     * @param wasteVsOracle how much more than an oracle would have reserved, who knows each peak: 0.1 is a tenth more
     */
    public record Reserved(Coverage coverage, double reserved, double wasteVsOracle) {}

    /**
     * Replays a recording.
     *
     * @param declaredMemory what the job would have declared
     * @throws IllegalArgumentException if it has too few subjobs to bound any
     */
    public static Backtest of(Recording recording, Optional<Bytes> declaredMemory, Promise promise) {
        List<PastSubjob> subjobs = PastSubjob.cut(recording.samples());
        if (subjobs.size() <= FIRST) {
            throw new IllegalArgumentException(
                    "%s has %s subjobs, and nothing is bounded before the fourth: measure it for longer"
                            .formatted(recording.job(), subjobs.size()));
        }
        List<Replay> replays = new ArrayList<>(List.of(new Replay(promise)));
        for (double theta : THETAS) {
            replays.add(new Replay(new Promise(theta, promise.gamma(), promise.epsilon())));
        }
        replay(subjobs, recording.key().kind(), declaredMemory, replays);
        Replay replay = replays.remove(0);
        Map<Double, Coverage> calibration = new LinkedHashMap<>();
        replays.forEach(other -> calibration.put(other.promise.theta(), other.tally.coverage()));
        double oracle = replay.oracle;
        double staticPeak = replay.tally(Rule.STATIC_PEAK_PLUS_TENTH).reserved;
        Map<String, Reserved> rivals = new LinkedHashMap<>();
        replay.rivals.forEach((rule, tally) -> rivals.put(rule.field(), tally.against(oracle)));
        return new Backtest(
                promise,
                subjobs.size() - FIRST,
                replay.tally.against(oracle),
                rivals,
                replay.tally.reserved / staticPeak - 1,
                Coverage.of(replay.inTime, subjobs.size() - FIRST),
                replay.methods,
                calibration);
    }

    /** Sums of one rule. */
    private static final class Tally {
        private long kept;
        private long all;
        private double reserved;

        void add(double bytes, PastSubjob subjob) {
            all++;
            kept += Rule.bytes(subjob.peak()) <= bytes ? 1 : 0;
            reserved += bytes * subjob.took().toNanos() / 1e9;
        }

        Coverage coverage() {
            return Coverage.of(kept, all);
        }

        Reserved against(double oracle) {
            return new Reserved(coverage(), reserved, oracle == 0 ? 0 : reserved / oracle - 1);
        }
    }

    /** The result of one promise. */
    private static final class Replay {
        private final Promise promise;
        private final Tally tally = new Tally();
        private final Map<Rule, Tally> rivals = new EnumMap<>(Rule.class);
        private final Map<String, Integer> methods = new LinkedHashMap<>();
        private KeptPromises kept = KeptPromises.NONE;
        private double oracle;
        private long inTime;

        Replay(Promise promise) {
            this.promise = promise;
        }

        Tally tally(Rule rule) {
            return rivals.computeIfAbsent(rule, it -> new Tally());
        }

        /** Bounds a subjob by what is known, and then looks. */
        void bound(PastSubjob subjob, JobProfile known, SliceKind kind) {
            Footprint footprint = known.knowing(kept).footprint(kind, subjob.phases(), promise);
            Bytes upper = footprint.memory().upper();
            boolean timeBroken = subjob.took().compareTo(footprint.time()) > 0;
            tally.add(Rule.bytes(upper), subjob);
            methods.merge(footprint.memory().method(), 1, Integer::sum);
            inTime += timeBroken ? 0 : 1;
            oracle += Rule.bytes(subjob.peak()) * subjob.took().toNanos() / 1e9;
            kept = kept.afterMemory(promise, subjob.peak().exceeds(upper)).afterTime(promise, timeBroken);
        }

        void boundByOthers(PastSubjob subjob, List<Double> before, double largestEver) {
            for (Rule rule : Rule.values()) {
                tally(rule).add(rule.reserved(before, largestEver, promise.theta()), subjob);
            }
        }
    }

    private static void replay(
            List<PastSubjob> subjobs, SliceKind kind, Optional<Bytes> declaredMemory, List<Replay> replays) {
        double largest =
                subjobs.stream().mapToDouble(it -> Rule.bytes(it.peak())).max().orElse(0);
        List<Double> before = new ArrayList<>();
        JobProfile known = JobProfile.declared(declaredMemory);
        for (PastSubjob subjob : subjobs) {
            if (before.size() >= FIRST) {
                for (Replay replay : replays) {
                    replay.bound(subjob, known, kind);
                }
                replays.get(0).boundByOthers(subjob, before, largest);
            }
            before.add(Rule.bytes(subjob.peak()));
            known = known.with(ObservedSubjob.complete(subjob.samples()));
        }
    }
}
