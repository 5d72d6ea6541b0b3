package org.atomizable.api.subjob;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.SliceKind;

/**
 * A contiguous range of atoms that fits one grant. Only {@link #fit} creates one, so an instance is a proof of two
 * things, under the profile given there.
 *
 * <ol>
 *   <li>The planned {@link #atoms}: restore, atoms and checkpoint keep the promise within the grant's time and memory,
 *       and each atom may begin under its {@link #reserve} as long as no phase takes longer than its bound.
 *   <li>{@link #mostAtoms}: the most atoms whose memory keeps the promise within the grant's capacity. A worker may run
 *       on past the plan up to that number, while before each atom the time for it and for the checkpoint is left: the
 *       {@link #reserveBeyond}.
 * </ol>
 */
public final class Subjob {

    /** Longer than every bound of a time, so that only the memory limits the atoms. */
    private static final Duration ANY_LENGTH = Duration.ofDays(100_000);

    private final Grant grant;
    private final Instant starts;
    private final long firstAtom;
    private final long atoms;
    private final Footprint footprint;
    private final Reserve reserve;
    private final long mostAtoms;
    private final Footprint most;

    private Subjob(
            Grant grant,
            Instant starts,
            long firstAtom,
            long atoms,
            Footprint footprint,
            Reserve reserve,
            long mostAtoms,
            Footprint most) {
        this.grant = grant;
        this.starts = starts;
        this.firstAtom = firstAtom;
        this.atoms = atoms;
        this.footprint = footprint;
        this.reserve = reserve;
        this.mostAtoms = mostAtoms;
        this.most = most;
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
                    "a subjob begins at atom 0 or later and has 1 atom or more, was asked for %s from %s"
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
                    ? Optional.of(new Subjob(grant, starts, firstAtom, atoms, need, need.reserve(), atoms, need)
                            .upTo(wanted, profile, promise))
                    : Optional.empty();
        }
        Footprint one = profile.footprint(kind, 1, promise);
        return atoms == 0 && fits(one, one.bareLease(), grant, length)
                ? Optional.of(new Subjob(grant, starts, firstAtom, 1, one, one.bareReserve(), 1, one))
                : Optional.empty();
    }

    /** Proves that its memory suffices for more atoms than there is surely time for. */
    private Subjob upTo(long wanted, Profile profile, Promise promise) {
        SliceKind kind = grant.slice().kind();
        long further = profile.mostAtoms(kind, grant.capacity(), ANY_LENGTH, wanted, promise);
        if (further <= atoms || further > wanted) {
            return this;
        }
        Footprint far = profile.footprint(kind, further, promise);
        return far.memory().upper().exceeds(grant.capacity())
                ? this
                : new Subjob(grant, starts, firstAtom, atoms, footprint, reserve, further, far);
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

    /** Returns how many atoms it may run at most while there is time, at least as many as are planned. */
    public long mostAtoms() {
        return mostAtoms;
    }

    /** Returns the first atom after the most that it may run; {@link Long#MAX_VALUE} if there is no such number. */
    public long mostEndAtom() {
        return mostAtoms > Long.MAX_VALUE - firstAtom ? Long.MAX_VALUE : firstAtom + mostAtoms;
    }

    /** Returns the memory that all atoms that it may run are expected not to exceed; the grant's capacity or less. */
    public Bytes mostMemory() {
        return most.memory().upper();
    }

    /** Returns the bounds with which it was fitted. */
    public Footprint footprint() {
        return footprint;
    }

    /** Returns the time that must be left before each of its planned atoms. */
    public Reserve reserve() {
        return reserve;
    }

    /**
     * Returns the time that must be left before each further atom, which may be in other phases than the planned ones. The first
     * atom, which may be slow, has run by then.
     */
    public Reserve reserveBeyond() {
        if (mostAtoms == atoms) {
            return reserve;
        }
        Reserve further = most.reserveAfterFirst();
        return atoms > 1 ? further.max(footprint.reserveAfterFirst()) : further;
    }

    @Override
    public String toString() {
        return "atoms [%s, %s) in grant %s on %s"
                .formatted(firstAtom, endAtom(), grant.id(), grant.slice().id());
    }
}
