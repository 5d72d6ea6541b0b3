package org.atomizable.profiler.judge;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.Assurance;
import org.atomizable.profiler.profile.Grounds;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.profile.KeptPromises;
import org.atomizable.profiler.profile.ObservedSubjob;
import org.atomizable.profiler.store.ProfileException;

/** Runs one job, subjob by subjob, and counts how its bounds were kept. What fails is tried again, as an agent would. */
final class JobTrial {

    private static final JobSpec SPEC = JobSpec.openEnded("judged");
    private static final SliceKind KIND = new SliceKind("first");
    private static final SliceKind OTHER_KIND = new SliceKind("second");

    /** After so many failures of one subjob it gets the whole GPU. */
    private static final int MOST_FAILURES = 3;

    private final DrawnJob job;
    private final Setup setup;
    private final KnownJob known;
    private final Map<Regime, Map<Rule, Tally>> tallies = new EnumMap<>(Regime.class);
    private double largest;
    private double sum;
    private double squares;

    JobTrial(DrawnJob job, Setup setup, KnownJob known) {
        this.job = job;
        this.setup = setup;
        this.known = known;
    }

    /** Returns what was counted. */
    Map<Regime, Map<Rule, Tally>> run() throws ProfileException {
        for (int number = 0; number <= setup.drawn().subjobs(); number++) {
            if (number > 0) {
                boundByOthers(number);
            }
            remember(job.need(number));
            int failures = 0;
            while (!attempt(number, failures)) {
                failures++;
            }
            if (setup.restartEvery() > 0 && number > 0 && number % setup.restartEvery() == 0) {
                known.restart();
            }
        }
        tallies.values().forEach(byRule -> byRule.values().forEach(Tally::ended));
        return tallies;
    }

    private Tally tally(Regime regime, Rule rule) {
        return tallies.computeIfAbsent(regime, it -> new EnumMap<>(Rule.class))
                .computeIfAbsent(rule, it -> new Tally());
    }

    /** Where jobs go on on another kind of slice, the first subjob on each of the two is a cold worker's. */
    private DrawnJob.Place place(int number) {
        int moved = setup.newKindAfter();
        boolean other = moved > 0 && number > moved;
        return new DrawnJob.Place(other ? OTHER_KIND : KIND, other, moved > 0 && (number == 0 || number == moved + 1));
    }

    private void remember(double need) {
        largest = Math.max(largest, need);
        sum += need;
        squares += need * need;
    }

    private void boundByOthers(int number) {
        double need = job.need(number);
        Regime regime = Regime.of(number);
        double mean = sum / number;
        double sigma = Math.sqrt(Math.max(0, squares / number - mean * mean));
        tally(regime, Rule.LARGEST).memory(1.2 * largest, need);
        tally(regime, Rule.MEAN).memory(mean + 3 * sigma, need);
        setup.declared().ifPresent(factor -> tally(regime, Rule.DECLARED).memory(factor * job.largestPeak(), need));
    }

    /** Tells whether the subjob did not fail. */
    private boolean attempt(int number, int failures) throws ProfileException {
        DrawnJob.Place place = place(number);
        SliceKind kind = place.kind();
        JobProfile profile = known.profile();
        Footprint footprint =
                profile.from(SPEC, job.first(number), place.cold()).footprint(kind, job.atoms(number), setup.promise());
        double bound = footprint.memory().upper().count();
        double capacity = failures < MOST_FAILURES ? Slices.smallest(bound) : Slices.LARGEST;
        boolean failed = job.need(number) > capacity;
        ObservedSubjob seen = job.run(number, place, capacity);
        boolean timed = !failed && footprint.time().compareTo(JobProfile.UNKNOWN_TIME) < 0;
        boolean late = took(seen).compareTo(footprint.time()) > 0;
        if (number > 0) {
            Grounds grounds =
                    profile.grounds(SPEC, job.first(number), place.cold(), kind, job.atoms(number), setup.promise());
            Regime regime = failures > 0 ? Regime.AGAIN : Regime.of(number);
            count(tally(regime, Rule.PROFILE), grounds, bound, job.need(number), timed, late);
            if (failures == 0 && place.other() && number == setup.newKindAfter() + 2) {
                count(tally(Regime.NEW_KIND, Rule.PROFILE), grounds, bound, job.need(number), timed, late);
            }
        }
        KeptPromises kept = profile.kept().afterMemory(setup.promise(), job.need(number) > bound);
        known.saw(kind, seen, timed ? kept.afterTime(setup.promise(), late) : kept);
        return !failed;
    }

    private static void count(Tally tally, Grounds grounds, double bound, double need, boolean timed, boolean late) {
        tally.memory(bound, need);
        if (grounds.memory() == Assurance.PROVED) {
            tally.counts(Measure.PROVED_MEMORY, need > bound);
        }
        if (timed) {
            tally.counts(Measure.TIME, late);
        }
        if (timed && grounds.time() == Assurance.PROVED) {
            tally.counts(Measure.PROVED_TIME, late);
        }
    }

    private static Duration took(ObservedSubjob subjob) {
        return subjob.samples().stream().map(Sample::took).reduce(Duration.ZERO, Duration::plus);
    }
}
