package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StoreOptions;
import org.atomizable.checkpoint.object.MemoryObjectSpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a subjob saves of its job, and what that costs the job. */
class SavingTest {

    private static final Duration ATOM = Duration.ofSeconds(1);

    @TempDir
    Path directory;

    private final VirtualTime time = VirtualTime.create();

    /** What a walk does otherwise than others. */
    private interface Otherwise {
        Object instead(String method, Object walks) throws IOException;
    }

    private static Atomizable walk(RandomWalk walk, Otherwise otherwise) {
        return walk(walk, otherwise, () -> {});
    }

    private static Atomizable walk(RandomWalk walk, Otherwise otherwise, Runnable closed) {
        return (Atomizable) Proxy.newProxyInstance(
                Atomizable.class.getClassLoader(), new Class<?>[] {Atomizable.class}, (self, method, given) -> {
                    try {
                        if (method.getName().equals("close")) {
                            closed.run();
                        }
                        Object walks = method.invoke(walk, given);
                        return walks == null && !method.getName().equals("save")
                                ? null
                                : otherwise.instead(method.getName(), walks == null ? "" : walks);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private RandomWalk walk(long atoms, RandomWalk.Mishap mishap) {
        return new RandomWalk(JobSpec.of("walk", atoms), 7, time, ATOM, mishap);
    }

    private Report run(CheckpointStore store, Atomizable job, long atoms, Duration checkpoint) {
        Instant ends = time.now().plus(Duration.ofDays(9));
        Reserve reserve = Reserve.usual(ATOM, checkpoint);
        RunPlan plan = new RunPlan(
                Plans.KIND, new FencingToken(1), 0, atoms, atoms, ends, Bytes.gibi(1), Bytes.gibi(1), reserve, reserve);
        try (SubjobRunner runner = new SubjobRunner(() -> job, store, it -> () -> Bytes.of(1000), time)) {
            return runner.run(plan, (next, memory) -> {});
        }
    }

    @Test
    void theNotesOfAJobAreKeptWithItsState() throws Exception {
        MemoryObjectSpace space = new MemoryObjectSpace();
        Atomizable job = walk(
                walk(5, atom -> {}), (method, walks) -> method.equals("notes") ? Map.of("epoch", "the third") : walks);
        run(Checkpoints.in(space, "walk", StoreOptions.usual()), job, 5, ATOM);

        try (CheckpointStore store = Checkpoints.in(space, "walk", StoreOptions.usual())) {
            assertThat(store.latest().orElseThrow().notes()).containsEntry("epoch", "the third");
        }
    }

    @Test
    void aSaveThatFailsLeavesNothingInTheStore() throws Exception {
        Path at = directory.resolve("store");
        Atomizable job = walk(walk(5, atom -> {}), (method, walks) -> {
            if (method.equals("save")) {
                throw new IOException("the state cannot be saved");
            }
            return walks;
        });
        Report report = run(Checkpoints.in(at, "walk"), job, 5, ATOM);

        Plans.assertFailed(FailureKind.JOB, report);
        try (Stream<Path> left = Files.list(at)) {
            assertThat(left.map(it -> String.valueOf(it.getFileName())).toList())
                    .noneMatch(it -> it.startsWith("draft-") || it.startsWith("checkpoint-"));
        }
    }

    /** How long a job of a second an atom takes, of which atoms beside a commit take two. */
    private Duration slowedDown(long atoms, Duration commit) throws Exception {
        CommitsBeside store = new CommitsBeside(
                Checkpoints.in(new MemoryObjectSpace(), "walk", StoreOptions.usual()), time, Duration.ZERO, commit);
        BooleanSupplier busy = store::busy;
        long began = time.nanos();
        Report report = run(
                store,
                walk(walk(atoms, atom -> time.advance(busy.getAsBoolean() ? ATOM : Duration.ZERO)), (m, it) -> it),
                atoms,
                commit);
        assertThat(report.outcome()).isEqualTo(new Outcome.Finished(atoms));
        return Duration.ofNanos(time.nanos() - began);
    }

    @Test
    void checkpointsThatSlowTheAtomsBesideThemAreSoFewThatTheyCostLittle() throws Exception {
        Duration straight = slowedDown(60_000, Duration.ZERO);
        for (Duration commit : List.of(Duration.ofSeconds(20), Duration.ofSeconds(100))) {
            assertThat(slowedDown(60_000, commit))
                    .as("time with commits of " + commit)
                    .isGreaterThan(straight.plus(commit))
                    .isLessThan(straight.plus(straight.dividedBy(20)));
        }
        // A commit of 20 s makes the job 13 s longer, for which one every 25 minutes is best: 20 in 30,000 s.
        assertThat(slowedDown(60_000, Duration.ofSeconds(20))).isGreaterThan(straight.plusSeconds(17 * 13));
    }

    @Test
    void anInstanceThatNothingCanRestoreIsClosedBeforeAFreshOneIsMade() throws Exception {
        List<String> lives = new ArrayList<>();
        CheckpointStore store =
                new CommitsAtOnce(Checkpoints.in(new MemoryObjectSpace(), "walk", StoreOptions.usual()));
        JobSource source = () -> {
            lives.add("made");
            return walk(walk(5, atom -> {}), (method, walks) -> walks, () -> lives.add("closed"));
        };
        try (SubjobRunner runner = new SubjobRunner(source, store, it -> () -> Bytes.of(1000), time)) {
            for (int window = 1; window <= 2; window++) {
                runner.run(Plans.of(window, 0, 5, time.now().plusMillis(5)), (next, memory) -> {});
            }
            assertThat(lives).containsExactly("made", "closed", "made");
        }
        assertThat(lives).containsExactly("made", "closed", "made", "closed");
    }

    @Test
    void aJobThatRunsItsAtomsByItselfIsAskedWhereItStands() throws Exception {
        RandomWalk walk = walk(9, atom -> {});
        AtomLoop loop = (first, between) -> {
            long next = first;
            for (; between.goesOn(walk, next); next++) {
                walk.run(next);
            }
            return next;
        };
        Atomizable itself = (Atomizable) Proxy.newProxyInstance(
                Atomizable.class.getClassLoader(),
                new Class<?>[] {Atomizable.class, AtomLoop.class},
                (self, method, given) ->
                        method.invoke(method.getDeclaringClass().equals(AtomLoop.class) ? loop : walk, given));
        CheckpointStore store =
                new CommitsAtOnce(Checkpoints.in(new MemoryObjectSpace(), "walk", StoreOptions.usual()));
        SubjobRunner runner = new SubjobRunner(() -> itself, store, it -> () -> Bytes.of(1000), time);
        RunPlan plan = Plans.of(1, 0, 9, time.now().plus(Duration.ofDays(1)));

        assertThat(runner.run(plan, (next, memory) -> {}).outcome()).isEqualTo(new Outcome.Finished(9));
        assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(9);
    }

    /** How often a job of 20,000 s is saved that waits so long for each copy of its state. */
    private int savesOf(JobSpec spec, Duration pause) throws Exception {
        CommitsBeside store = new CommitsBeside(
                Checkpoints.in(new MemoryObjectSpace(), "walk", StoreOptions.usual()), time, pause, Duration.ZERO);
        int[] saves = {0};
        RandomWalk walk = new RandomWalk(spec, 7, time, Duration.ofMillis(1980), atom -> {});
        run(
                store,
                walk(walk, (method, walks) -> {
                    saves[0] += method.equals("save") ? 1 : 0;
                    return walks;
                }),
                20_000,
                pause);
        return saves[0];
    }

    @Test
    void aJobThatWillFailForItsMemoryMaySpendMoreOnCheckpointsThanOthers() throws Exception {
        Duration pause = Duration.ofSeconds(10);
        assertThat(savesOf(JobSpec.of("walk", 20_000), pause)).isLessThan(20_000 / 490);
        // As it can lose an hour at the most, every 4 to 5 minutes are best: more than 2 % of its time, and less than 5
        // %.
        assertThat(savesOf(JobSpec.of("walk", 20_000).withMemory(Bytes.gibi(2)), pause))
                .isBetween(20_000 / 320, 20_000 / 190);
        assertThat(savesOf(JobSpec.of("walk", 20_000).withStage("large", 0, 20_000, Bytes.gibi(2)), pause))
                .isGreaterThan(20_000 / 320);
        assertThat(savesOf(JobSpec.of("walk", 20_000).withMemory(Bytes.gibi(1)), pause))
                .as("all that it needs is there")
                .isLessThan(20_000 / 490);
    }

    @Test
    void aRunnerThatIsKilledWhileItSavesCommitsNothing() throws Exception {
        MemoryObjectSpace space = new MemoryObjectSpace();
        List<SubjobRunner> itself = new ArrayList<>();
        Atomizable job = walk(walk(20_000, atom -> {}), (method, walks) -> {
            if (method.equals("save")) {
                itself.get(0).kill();
            }
            return walks;
        });
        CheckpointStore store = new CommitsAtOnce(Checkpoints.in(space, "walk", StoreOptions.usual()));
        SubjobRunner runner = new SubjobRunner(() -> job, store, it -> () -> Bytes.of(1000), time);
        itself.add(runner);
        RunPlan plan = Plans.of(1, 0, 20_000, time.now().plus(Duration.ofDays(9)));

        assertThat(runner.run(plan, (next, memory) -> {}).outcome())
                .isInstanceOfSatisfying(
                        Outcome.Failed.class, it -> assertThat(it.nextAtom()).isZero());
        assertThat(store.latest()).isEmpty();
    }

    @Test
    void anAtomThatUsedMoreMemoryThanTheSliceHasEndsTheSubjobAndIsNotSaved() throws Exception {
        MemoryObjectSpace space = new MemoryObjectSpace();
        Bytes[] used = {Bytes.of(1000)};
        CheckpointStore store = new CommitsAtOnce(Checkpoints.in(space, "walk", StoreOptions.usual()));
        RandomWalk walk = walk(9, atom -> used[0] = atom == 5 ? Bytes.gibi(2) : Bytes.of(1000));
        SubjobRunner runner = new SubjobRunner(() -> walk, store, it -> () -> used[0], time);
        RunPlan plan = Plans.of(1, 0, 9, time.now().plus(Duration.ofDays(9)));

        assertThat(runner.run(plan, (next, memory) -> {}).outcome())
                .isInstanceOfSatisfying(
                        Outcome.Failed.class, it -> assertThat(it.kind()).isEqualTo(FailureKind.OUT_OF_MEMORY));
        assertThat(store.latest()).isEmpty();
    }
}
