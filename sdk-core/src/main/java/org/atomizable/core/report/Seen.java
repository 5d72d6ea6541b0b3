package org.atomizable.core.report;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;

/**
 * The observations of a subjob whose worker was stopped before it could report.
 *
 * @param nextAtom the first atom whose end was not observed
 * @param ended the phases and atoms whose end was observed, in order
 * @param running the phase or atom in which it was stopped, {@linkplain Sample#unfinished unfinished}; empty if it had
 *     not begun
 */
public record Seen(long nextAtom, List<Sample> ended, Optional<Sample> running) {

    /** Copies the list, and numbers the samples if they have no numbers. */
    public Seen {
        boolean numbered = ended.stream().anyMatch(it -> it.atom() != Sample.NO_ATOM);
        ended = List.copyOf(numbered ? ended : Sample.numbered(nextAtom - atoms(ended), ended));
        long next = nextAtom;
        running = running.map(it -> Sample.numbered(next, List.of(it)).get(0));
    }

    /** Returns all that was seen, the phase in which it was stopped at the end. */
    public List<Sample> all() {
        return Stream.concat(ended.stream(), running.stream()).toList();
    }

    /**
     * Returns what a worker reported all the same, since it could not be stopped at once: the atom or phase in which it was thought to
     * be may have come to its end.
     */
    public Seen reported(List<Sample> samples) {
        return new Seen(
                nextAtom,
                samples,
                running.filter(it -> it.phase().hasAtoms()
                        ? atoms(samples) <= atoms(ended)
                        : samples.stream().noneMatch(ended -> ended.phase().equals(it.phase()))));
    }

    private static long atoms(List<Sample> samples) {
        return samples.stream().filter(it -> it.phase().hasAtoms()).count();
    }

    /** Returns the atom that was cut off, if it was stopped in one. */
    public Optional<CutOff> cutOff(Profile profile, SliceKind kind, Promise promise) {
        return running.filter(it -> it.phase().hasAtoms())
                .map(it -> new CutOff(nextAtom, it.took(), usual(profile, kind, it, promise)));
    }

    private static Duration usual(Profile profile, SliceKind kind, Sample atom, Promise promise) {
        var bound = profile.span(kind, atom.phase(), 1, promise);
        return bound.samples() == 0 ? Duration.ZERO : bound.typical();
    }
}
