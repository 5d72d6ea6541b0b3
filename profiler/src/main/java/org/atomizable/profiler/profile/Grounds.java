package org.atomizable.profiler.profile;

import java.util.Map;
import java.util.Optional;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.OrderStatistic;

/**
 * By what a subjob is bounded, and what a proof takes.
 *
 * @param memoryMethod of its memory
 * @param timeMethod of its time
 * @param memorySubjobs how many subjobs were seen that count for its memory: planned for as many atoms or more
 * @param timeSubjobs how many that count for its time
 * @param memoryNeeds how many of them prove its memory, if none needs more
 * @param timeNeeds how many of them prove its time
 */
public record Grounds(
        String memoryMethod, String timeMethod, int memorySubjobs, int timeSubjobs, long memoryNeeds, long timeNeeds) {

    static Grounds of(StageProfile profile, SliceKind kind, Map<Phase, Long> phases, Promise promise) {
        MemoryBound memory = profile.footprint(kind, phases, promise).memory();
        Optional<SubjobParts> parts = SubjobParts.of(phases);
        long atoms = parts.map(SubjobParts::atoms).orElse(Long.MAX_VALUE);
        Promise each =
                promise.sharedAmong(parts.map(it -> 1L + it.others().size()).orElse(1L));
        return new Grounds(
                memory.method(),
                parts.map(it -> it.timeMethod(profile, kind, promise))
                        .orElseGet(() -> SubjobParts.timeMethodByPhases(profile, kind, phases, promise)),
                profile.whole(kind).peaks().plannedFor(atoms),
                profile.whole(kind).times().plannedFor(atoms),
                OrderStatistic.fewest(each.theta(), each.gamma()),
                OrderStatistic.fewest(each.epsilon(), each.gamma()));
    }

    /** Returns the weaker of what bounds a subjob in two stages, whose memory is bounded together by a method. */
    Grounds weaker(Grounds other, String memory) {
        return new Grounds(
                memory,
                Assurance.of(timeMethod).compareTo(Assurance.of(other.timeMethod)) >= 0 ? timeMethod : other.timeMethod,
                Math.min(memorySubjobs, other.memorySubjobs),
                Math.min(timeSubjobs, other.timeSubjobs),
                Math.max(memoryNeeds, other.memoryNeeds),
                Math.max(timeNeeds, other.timeNeeds));
    }

    /** Returns what stands behind the bound of memory. */
    public Assurance memory() {
        return Assurance.of(memoryMethod);
    }

    /** Returns what stands behind the bound of time. */
    public Assurance time() {
        return Assurance.of(timeMethod);
    }
}
