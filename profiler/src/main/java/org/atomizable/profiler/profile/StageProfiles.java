package org.atomizable.profiler.profile;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.api.JobSpec.Stage;

/** The bounds of each stage of a job, worked out when they are first asked for. */
final class StageProfiles {

    private final Stages stages;
    private final boolean areOne;
    private final Limits limits;
    private final StageProfile whole;
    private final Map<Stages.Part, StageProfile> parts = new ConcurrentHashMap<>();

    /**
     * Makes them.
     *
     * @param named the stages that the job names
     * @param limits those of the job
     * @param whole the bounds of a job whose atoms are all alike
     */
    StageProfiles(List<Stage> named, Limits limits, StageProfile whole) {
        this.stages = Stages.of(named, whole.samples());
        this.areOne = stages.areOne();
        this.limits = limits;
        this.whole = whole;
    }

    boolean areOne() {
        return areOne;
    }

    /** Returns the bounds of the stage to which an atom belongs. */
    StageProfile at(long atom) {
        return areOne ? whole : parts.computeIfAbsent(stages.at(atom), this::profile);
    }

    private StageProfile profile(Stages.Part part) {
        return new StageProfile(stages.samples(part, whole.samples()), limits.in(stages.stage(part)), whole.kept());
    }

    /** Returns the first atom after that one which belongs to another stage; {@link Long#MAX_VALUE} if there is none. */
    long endOf(long atom) {
        return areOne ? Long.MAX_VALUE : stages.endOf(atom);
    }
}
