package org.atomizable.djl;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.atomizable.api.Atomizable;
import org.atomizable.core.state.MemoryState;

/** Atoms that are run, saved, and possibly lost to a failure and repeated, before going on somewhere. */
record Leg(int atoms, int lost, boolean fresh) {

    static Arbitrary<List<Leg>> legs(int mostLost, int most) {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 7),
                        Arbitraries.integers().between(0, mostLost),
                        Arbitraries.of(true, false))
                .as(Leg::new)
                .list()
                .ofMaxSize(most);
    }

    /** Returns the state of a run that is cut after each leg. */
    static MemoryState run(Small.Making training, List<Leg> legs, long atoms) throws Exception {
        Atomizable job = training.job();
        long at = 0;
        for (Leg leg : legs) {
            long to = Math.min(atoms, at + leg.atoms());
            Small.run(job, at, to);
            MemoryState saved = MemoryState.of(job);
            Small.run(job, to, to + leg.lost());
            if (leg.fresh()) {
                job.close();
                job = training.job();
            }
            job.restore(saved);
            at = to;
        }
        Small.run(job, at, atoms);
        MemoryState last = MemoryState.of(job);
        job.close();
        return last;
    }
}
