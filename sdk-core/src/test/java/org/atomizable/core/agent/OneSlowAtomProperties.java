package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.profile.ObservedSubjob;

/** A job one of whose atoms once took nearly as long as its windows, or was stopped by the end of one. */
class OneSlowAtomProperties {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Slice SLICE = new Slice("s", KIND, Bytes.gibi(10));
    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final int WINDOWS = 40;
    private static final Duration AROUND = Duration.ofMillis(20);
    private static final long ATOMS = 1_000_000;

    private JobKnowledge knowledge;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private long next;
    private final List<Long> done = new ArrayList<>();

    private static Sample sample(Phase phase, Duration took, boolean unfinished) {
        return new Sample(KIND, phase, took, Bytes.mebi(100), unfinished);
    }

    private static List<Sample> usual(int atoms, Duration atom) {
        List<Sample> samples =
                new ArrayList<>(List.of(sample(Phase.RESTORE, AROUND, false), sample(Phase.WARM_UP, atom, false)));
        for (int i = 0; i < atoms; i++) {
            samples.add(sample(Phase.STEADY, atom, false));
        }
        return samples;
    }

    /** Returns what is known after a subjob like any other and one with the slow atom. */
    private static JobProfile profile(int atoms, Duration atom, Duration slow, boolean stopped) {
        Sample checkpoint = sample(Phase.CHECKPOINT, AROUND, false);
        List<Sample> first = usual(atoms, atom);
        first.add(checkpoint);
        List<Sample> second = usual(atoms, atom);
        second.add(sample(Phase.STEADY, slow, stopped));
        if (!stopped) {
            second.add(checkpoint);
        }
        return JobProfile.declared(Optional.empty())
                .with(ObservedSubjob.complete(first))
                .with(
                        stopped
                                ? new ObservedSubjob(
                                        second, atoms + 2L, Duration.ZERO, ObservedSubjob.Ending.SHORT_OF_TIME)
                                : ObservedSubjob.complete(second));
    }

    @Property(tries = 40)
    void itGoesOnWithManyAtomsInASubjob(
            @ForAll @IntRange(min = 50, max = 250) int atomMillis,
            @ForAll @IntRange(min = 5, max = 29) int slowSeconds,
            @ForAll @IntRange(min = 3, max = 60) int before,
            @ForAll boolean stopped) {
        done.clear();
        next = 0;
        Duration atom = Duration.ofMillis(atomMillis);
        JobProfile profile = profile(before, atom, Duration.ofSeconds(slowSeconds), stopped);
        knowledge = JobKnowledge.of(JobSpec.of("job", ATOMS), profile, 0, now);

        for (int i = 0; i < WINDOWS; i++) {
            offer(new Window("w" + i, SLICE, SLICE.memory(), now, WINDOW), atom);
            now = now.plus(WINDOW).plusMillis(200);
        }

        // Some windows pass before it plans by typical times.
        assertThat(done).hasSizeGreaterThan(WINDOWS * 3 / 4).allMatch(it -> it > 1);
    }

    private void offer(Window window, Duration atom) {
        Answer answer = knowledge.answer(window, now, true, AgentOptions.DEFAULT);
        knowledge = knowledge.answered(window, answer, AgentOptions.DEFAULT);
        if (answer instanceof Answer.Signal) {
            Grant grant = new Grant(
                    "g",
                    window.id(),
                    SLICE,
                    SLICE.memory(),
                    window.opens(),
                    window.closes(),
                    new FencingToken(1),
                    Duration.ofSeconds(5));
            knowledge
                    .materialize(grant, now, true, AgentOptions.DEFAULT)
                    .match(
                            built -> {
                                run(built.subjob(), atom);
                                return built;
                            },
                            handBack -> handBack);
        }
    }

    /** Runs it as a worker does, with atoms that take what atoms usually take. */
    private void run(Subjob subjob, Duration atom) {
        List<Sample> samples = new ArrayList<>(List.of(sample(Phase.RESTORE, AROUND, false)));
        Duration left = Duration.between(now, subjob.grant().ends()).minus(AROUND);
        Duration longest = Duration.ZERO;
        long ran = 0;
        while (ran < subjob.mostAtoms()
                && left.compareTo(reserve(subjob, ran).having(longest).beforeAtom()) >= 0) {
            samples.add(sample(ran == 0 ? Phase.WARM_UP : Phase.STEADY, atom, false));
            left = left.minus(atom);
            longest = atom;
            ran++;
        }
        assertThat(ran).as("all that was planned").isGreaterThanOrEqualTo(subjob.atoms());
        assertThat(left).isGreaterThan(AROUND);
        samples.add(sample(Phase.CHECKPOINT, AROUND, false));
        done.add(ran);
        next += ran;
        ObservedSubjob observed =
                new ObservedSubjob(samples, subjob.atoms(), Duration.ZERO, ObservedSubjob.Ending.COMPLETE);
        knowledge = knowledge
                .learning(knowledge.profile().with(observed))
                .at(Progress.startingAt(next))
                .waitingFrom(now.plus(WINDOW));
    }

    private static Reserve reserve(Subjob subjob, long ran) {
        return ran < subjob.atoms() ? subjob.reserve() : subjob.reserveBeyond();
    }
}
