package org.atomizable.core.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.window.Window;

/**
 * Generates the candidates for a window: the longest one from its opening, those of half and of a third of its length
 * at each place, and the last third as a continuation of the first. With the continuation, a short subjob of another
 * job fits between the two.
 *
 * <pre>
 * whole    |==============================|
 * half     |=== half-1 ===|=== half-2 ====|
 * third    |=third-1=|=third-2=|=third-3==|
 * then-3   |(third-1)|         |==========|
 * </pre>
 */
public final class Candidates {

    /** No window has more. */
    public static final int MOST = 7;

    /** The knowledge of a job from an atom on. */
    @FunctionalInterface
    public interface Ahead {
        /** Returns the profile of the atoms from that one on. */
        Profile from(long atom);
    }

    private final Window window;
    private final Feasible feasible;
    private final Ahead ahead;
    private final Promise promise;
    private final double mostOverhead;
    private final List<Candidate> made = new ArrayList<>();

    private Candidates(Window window, Feasible feasible, Ahead ahead, Promise promise, double mostOverhead) {
        this.window = window;
        this.feasible = feasible;
        this.ahead = ahead;
        this.promise = promise;
        this.mostOverhead = mostOverhead;
    }

    /**
     * Returns the candidates, none of which does no more than another one that lies within its time.
     *
     * @param feasible the most atoms that fit the whole window, 1 or more; they are a candidate in any case
     * @param atomsLeft atoms the job still has; {@link Long#MAX_VALUE} if unknown
     * @param mostOverhead share of restore and checkpoint up to which a part of the window is worth it
     */
    public static List<Candidate> of(
            Window window,
            long firstAtom,
            Feasible feasible,
            long atomsLeft,
            Ahead ahead,
            Promise promise,
            double mostOverhead) {
        Candidates candidates = new Candidates(window, feasible, ahead, promise, mostOverhead);
        long most = feasible.atoms();
        Footprint whole = ahead.from(firstAtom).footprint(window.slice().kind(), most, promise);
        candidates.make("whole", firstAtom, most, whole, 0, Optional.empty());
        candidates.parts("half", 2, firstAtom, most);
        candidates.parts("third", 3, firstAtom, most);
        candidates.continued(firstAtom, atomsLeft);
        return List.copyOf(candidates.made);
    }

    /**
     * Adds one candidate for each of {@code parts} parts of the window: the first begins at the opening, and the last
     * ends at the closing.
     */
    private void parts(String name, int parts, long firstAtom, long most) {
        long atoms = atoms(parts, firstAtom, most);
        Optional<Footprint> footprint = worthwhile(firstAtom, atoms);
        if (footprint.isPresent()) {
            for (int part = 0; part < parts; part++) {
                make(
                        "%s-%s".formatted(name, part + 1),
                        firstAtom,
                        atoms,
                        footprint.get(),
                        (double) part / (parts - 1),
                        Optional.empty());
            }
        }
    }

    private void continued(long firstAtom, long atomsLeft) {
        Optional<Candidate> first =
                made.stream().filter(it -> it.id().equals("third-1")).findFirst();
        long left = first.map(it -> atomsLeft - it.atoms()).orElse(0L);
        if (left > 0) {
            long next = firstAtom + first.get().atoms();
            long atoms = atoms(3, next, left);
            worthwhile(next, atoms)
                    .ifPresent(footprint -> make("then-3", next, atoms, footprint, 1, Optional.of("third-1")));
        }
    }

    private long atoms(int parts, long firstAtom, long most) {
        Duration part = window.length().dividedBy(parts).minus(feasible.before());
        return part.isNegative()
                ? 0
                : ahead.from(firstAtom).mostAtoms(window.slice().kind(), window.capacity(), part, most, promise);
    }

    private Optional<Footprint> worthwhile(long firstAtom, long atoms) {
        return atoms < 1
                ? Optional.empty()
                : Optional.of(ahead.from(firstAtom).footprint(window.slice().kind(), atoms, promise))
                        .filter(it -> it.overheadShare() <= mostOverhead);
    }

    /**
     * Makes one, unless there is a better one.
     *
     * @param place in the time that the window has beyond what it needs: 0 at the beginning, 1 at the end
     */
    private void make(
            String id, long firstAtom, long atoms, Footprint footprint, double place, Optional<String> after) {
        Duration length = feasible.lease(footprint);
        long spare = window.length().minus(length).toNanos();
        Instant starts = window.opens().plusNanos((long) (place * spare));
        Candidate candidate = new Candidate(id, firstAtom, atoms, starts, length, footprint, after);
        if (made.stream().noneMatch(candidate::isWorseThan)) {
            made.removeIf(it -> it.isWorseThan(candidate));
            made.add(candidate);
        }
    }
}
