package org.atomizable.api.subjob;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.SliceKind;

/**
 * A contiguous range of atoms that fits one grant. Only {@link #fit} creates one, so an instance is a proof. Under the
 * profile given there, restore, atoms and checkpoint keep the promise within the grant's time and memory. Each atom may
 * begin under its {@link #reserve} as long as no phase takes longer than its bound.
 */
public final class Subjob {

    private final Grant grant;
    private final Instant starts;
    private final long firstAtom;
    private final long atoms;
    private final Footprint footprint;
    private final Reserve reserve;

    private Subjob(Grant grant, Instant starts, long firstAtom, long atoms, Footprint footprint, Reserve reserve) {
        this.grant = grant;
        this.starts = starts;
        this.firstAtom = firstAtom;
        this.atoms = atoms;
        this.footprint = footprint;
        this.reserve = reserve;
    }

    /**
     * Builds the longest subjob of at most {@code wanted} atoms that fits the rest of a grant. If no subjob fits with
     * the usual reserve, it tries a single atom with the bare reserve.
     *
     * @param now the subjob starts at this instant, or at the grant's start if that is later
     * @param firstAtom the job's next atom, 0 or more
     * @param wanted the largest number of atoms, 1 or more
     * @param profile what is known of the job now; it is trusted
     * @param promise the guarantee that the subjob must keep
     * @return empty if not even one atom fits
     */
    public static Optional<Subjob> fit(
            Grant grant, Instant now, long firstAtom, long wanted, Profile profile, Promise promise) {
        if (firstAtom < 0 || wanted < 1) {
            throw new IllegalArgumentException(
                    "a subjob begins at atom 0 or later and has 1 atom or more, was asked for %d from %d"
                            .formatted(wanted, firstAtom));
        }
        Instant starts = now.isAfter(grant.starts()) ? now : grant.starts();
        Duration length = Duration.between(starts, grant.ends());
        long atoms = length.isNegative()
                ? 0
                : profile.mostAtoms(grant.slice().kind(), grant.capacity(), length, wanted, promise);
        SliceKind kind = grant.slice().kind();
        if (atoms >= 1 && atoms <= wanted) {
            // Asked once more and compared here, so that the proof does not rest on how the profile searches.
            Footprint need = profile.footprint(kind, atoms, promise);
            return fits(need, need.lease(), grant, length)
                    ? Optional.of(new Subjob(grant, starts, firstAtom, atoms, need, need.reserve()))
                    : Optional.empty();
        }
        Footprint one = profile.footprint(kind, 1, promise);
        return atoms == 0 && fits(one, one.bareLease(), grant, length)
                ? Optional.of(
                        new Subjob(grant, starts, firstAtom, 1, one, Reserve.bare(one.oneAtom(), one.checkpoint())))
                : Optional.empty();
    }

    private static boolean fits(Footprint need, Duration lease, Grant grant, Duration length) {
        return !need.memory().upper().exceeds(grant.capacity()) && lease.compareTo(length) <= 0;
    }

    /** Returns the grant that it was built for. */
    public Grant grant() {
        return grant;
    }

    /** Returns when it starts. */
    public Instant starts() {
        return starts;
    }

    /** Returns its first atom. */
    public long firstAtom() {
        return firstAtom;
    }

    /** Returns how many atoms it has, 1 or more. */
    public long atoms() {
        return atoms;
    }

    /** Returns the first atom after it. */
    public long endAtom() {
        return firstAtom + atoms;
    }

    /** Returns the bounds with which it was fitted. */
    public Footprint footprint() {
        return footprint;
    }

    /** Returns the time that must be left before each of its atoms. */
    public Reserve reserve() {
        return reserve;
    }

    @Override
    public String toString() {
        return "atoms [%d, %d) in grant %s on %s"
                .formatted(firstAtom, endAtom(), grant.id(), grant.slice().id());
    }
}
