package org.atomizable.profiler.profile;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.OrderStatistic;
import org.atomizable.profiler.fit.SubjobCurves;
import org.atomizable.profiler.profile.KeptPromises.Count;

/**
 * By what a subjob is bounded, and what a proof takes.
 *
 * @param memoryMethod of its memory
 * @param timeMethod of its time
 * @param memorySubjobs how many subjobs were seen that count for its memory: planned for as many atoms or more
 * @param timeSubjobs how many that count for its time
 * @param memoryNeeds how many of them prove its memory, if none needs more
 * @param timeNeeds how many of them prove its time
 * @param kept how earlier bounds of the job were kept
 */
public record Grounds(
        String memoryMethod,
        String timeMethod,
        int memorySubjobs,
        int timeSubjobs,
        long memoryNeeds,
        long timeNeeds,
        KeptPromises kept) {

    /** How the words begin that say that a bound is not promised. */
    private static final String NOT_PROMISED = "not promised";

    /** No number of subjobs is known to be enough. */
    private static final long NEVER = Long.MAX_VALUE;

    static Grounds of(StageProfile profile, SliceKind kind, Map<Phase, Long> phases, Promise promise) {
        MemoryBound memory = profile.footprint(kind, phases, promise).memory();
        Optional<SubjobParts> parts = SubjobParts.of(phases);
        long atoms = parts.map(SubjobParts::atoms).orElse(Long.MAX_VALUE);
        Promise each =
                promise.sharedAmong(parts.map(it -> 1L + it.others().size()).orElse(1L));
        return new Grounds(
                memory.method(),
                parts.map(it -> it.timeMethod(profile, kind, promise))
                        .orElseGet(() -> SubjobParts.timeMethodOfCold(profile, kind, phases, promise)),
                profile.whole(kind).peaks().plannedFor(atoms),
                profile.whole(kind).times().plannedFor(atoms),
                OrderStatistic.fewest(each.theta(), each.gamma()),
                OrderStatistic.fewest(each.epsilon(), each.gamma()),
                profile.kept());
    }

    /** Returns the same of a subjob that is bounded by other methods. */
    public Grounds by(String memory, String time) {
        return new Grounds(memory, time, memorySubjobs, timeSubjobs, memoryNeeds, timeNeeds, kept);
    }

    /** Returns the weaker of what bounds a subjob in two stages, whose memory is bounded together by a method. */
    Grounds weaker(Grounds other, String memory) {
        return new Grounds(
                memory,
                Assurance.of(timeMethod).compareTo(Assurance.of(other.timeMethod)) >= 0 ? timeMethod : other.timeMethod,
                Math.min(memorySubjobs, other.memorySubjobs),
                Math.min(timeSubjobs, other.timeSubjobs),
                Math.max(memoryNeeds, other.memoryNeeds),
                Math.max(timeNeeds, other.timeNeeds),
                kept);
    }

    /** Returns what stands behind the bound of memory. */
    public Assurance memory() {
        return Assurance.of(memoryMethod);
    }

    /** Returns what stands behind the bound of time. */
    public Assurance time() {
        return Assurance.of(timeMethod);
    }

    /** Returns what stands behind the bound of memory and, if that is no proof, from when on there can be one, in words. */
    public String memoryPromise() {
        return promise(memory().toString(), memory(), notPromised(memorySubjobs, memoryNeeds, kept.memoryCount()));
    }

    /** Returns the same of the bound of time. */
    public String timePromise() {
        return promise(time().toString(), time(), notPromised(timeSubjobs, timeNeeds, kept.timeCount()));
    }

    /** Returns by what the memory is bounded, with the same words. */
    public String memoryMethodAndPromise() {
        return promise(memoryMethod, memory(), notPromised(memorySubjobs, memoryNeeds, kept.memoryCount()));
    }

    /** Returns by what the time is bounded, with the same words. */
    public String timeMethodAndPromise() {
        return promise(timeMethod, time(), notPromised(timeSubjobs, timeNeeds, kept.timeCount()));
    }

    private static String promise(String by, Assurance assurance, String notPromised) {
        return assurance == Assurance.PROVED ? by : by + "; " + notPromised;
    }

    /** Returns what is promised of the memory of several jobs, one or more, in the same words. */
    public static String memoryPromise(List<Grounds> jobs) {
        Count all = jobs.stream().map(it -> it.kept.memoryCount()).reduce(Count.NONE, Count::plus);
        return jobs.stream()
                .filter(it -> it.memory() != Assurance.PROVED)
                .min(Comparator.comparingLong(it -> first(it.memorySubjobs, it.memoryNeeds, it.kept.memoryCount())))
                .map(it -> notPromised(first(it.memorySubjobs, it.memoryNeeds, it.kept.memoryCount()), all))
                .orElse(Assurance.PROVED.toString());
    }

    private static String notPromised(int seen, long needs, Count kept) {
        return notPromised(first(seen, needs, kept), kept);
    }

    private static String notPromised(long first, Count kept) {
        return (first == NEVER ? NOT_PROMISED : NOT_PROMISED + " before subjob " + first)
                + (kept.judged() == 0
                        ? "; no bound was judged so far"
                        : "; so far " + kept.exceeded() + " of " + kept.judged() + " exceeded");
    }

    /**
     * Returns the number of the first subjob that can be bounded by a proof; {@link #NEVER} if that is not known. Subjobs that do not
     * count for it, such as shorter ones, make it later.
     */
    private static long first(int seen, long needs, Count kept) {
        long lacking = needs - seen;
        return needs > SubjobCurves.KEPT || lacking <= 0 ? NEVER : Math.max(seen, kept.judged()) + lacking + 1;
    }
}
