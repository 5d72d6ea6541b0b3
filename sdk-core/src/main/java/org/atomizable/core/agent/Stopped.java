package org.atomizable.core.agent;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Slice;
import org.atomizable.core.report.Attribution;
import org.atomizable.core.report.Circumstances;
import org.atomizable.core.report.CutOff;
import org.atomizable.core.report.ProfileUpdate;
import org.atomizable.core.report.Seen;

/**
 * The knowledge about a subjob whose worker was stopped or lost before it reported.
 *
 * @param knowledge what is known of the job now
 * @param kind what ended it
 * @param known how that came
 * @param learned what the profile learned
 */
record Stopped(JobKnowledge knowledge, FailureKind kind, Circumstances known, List<Sample> learned) {

    static Stopped of(JobKnowledge before, HeldGrant held, FailureKind how, Seen seen, AgentOptions options) {
        boolean timeWasUp = held.lost() && held.timeWasUp();
        Slice slice = held.grant().slice();
        Optional<CutOff> cutOff = timeWasUp ? before.cutOff(seen, slice, options) : Optional.empty();
        Progress progress = cutOff.map(before.progress()::cutOff).orElse(before.progress());
        JobKnowledge after = before.at(progress)
                .learning(
                        timeWasUp
                                ? ProfileUpdate.ofOverrun(
                                        before.profile(),
                                        seen,
                                        held.subjob().map(Subjob::atoms).orElse(0L),
                                        options.promise())
                                : ProfileUpdate.ofLost(before.profile(), seen));
        return new Stopped(
                after,
                held.lost() ? held.stoppedAs().orElse(FailureKind.CUT) : how,
                new Circumstances(
                        held.lostBecause(),
                        // Where no atom was cut off, those of earlier grants explain nothing.
                        cutOff.isPresent() ? progress.setbacks().cutOffs() : List.of()),
                timeWasUp ? seen.all() : seen.ended());
    }

    void tell(AgentObserver observer, HeldGrant held) {
        held.subjob().ifPresent(it -> observer.lost(it, attribution(), learned, knowledge.profile()));
    }

    private Attribution attribution() {
        Attribution by = Attribution.of(kind, known);
        return kind != FailureKind.CUT || !known.cutOffs().isEmpty()
                ? by
                : learned.stream()
                        .filter(it -> it.unfinished() && it.phase().isRestore())
                        .findFirst()
                        .map(it -> new Attribution(
                                by.fault(),
                                String.format(
                                        Locale.ROOT,
                                        "the grant ended when the job had been starting for %.1f s; it needs a longer window",
                                        it.took().toMillis() / 1000.0)))
                        .orElse(by);
    }
}
