package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StoreOptions;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.object.MemoryObjectSpace;

/** Whatever happens between the subjobs of a worker that goes on without restores, the bits are those of a straight run. */
class ContinueProperties {

    /** What happens before or in a subjob. */
    enum Happening {
        NOTHING,
        NOTHING_AGAIN,
        ANOTHER_WORKER,
        ITS_STATE_CHANGES,
        AN_ATOM_FAILS,
        A_COMMIT_FAILS,
        A_COMMIT_IS_MADE_AND_SAYS_IT_FAILED,
        IT_IS_KILLED,
        THE_NEWEST_CHECKPOINT_IS_DAMAGED
    }

    @Property(tries = 150)
    void theBitsAreThoseOfAStraightRun(
            @ForAll long seed,
            @ForAll @LongRange(min = 1, max = 100) long atoms,
            @ForAll @Size(max = 30) List<Happening> happenings,
            @ForAll @IntRange(min = 1, max = 7) int perSubjob)
            throws Exception {
        assertExact(new Story(seed, atoms, perSubjob), happenings);
    }

    @Property(tries = 20)
    void whereNothingHappensEverySubjobButTheFirstGoesOnWithoutARestore(
            @ForAll long seed, @ForAll @LongRange(min = 1, max = 100) long atoms) throws Exception {
        Story story = new Story(seed, atoms, 5);
        assertExact(story, List.of());
        assertThat(story.restores).isEqualTo(1);
        assertThat(story.continues).isEqualTo((atoms - 1) / 5);
    }

    private static void assertExact(Story story, List<Happening> happenings) throws Exception {
        for (Happening happening : happenings) {
            story.subjob(happening);
        }
        while (story.next < story.atoms) {
            story.subjob(Happening.NOTHING);
        }
        assertThat(story.store().latest().orElseThrow().sha256())
                .isEqualTo(StraightRun.of(() -> new RandomWalk(story.atoms, story.seed), VirtualTime.create(), at -> {})
                        .sha256());
    }

    /** One worker, and others that come in between. */
    private static final class Story {

        private final long seed;
        private final long atoms;
        private final int perSubjob;
        private final VirtualTime time = VirtualTime.create();
        private final MemoryObjectSpace space = new MemoryObjectSpace();
        private final List<RandomWalk> instances = new ArrayList<>();
        private SubjobRunner mine = runner();
        private Happening now = Happening.NOTHING;
        private boolean damaged;
        private long token;
        private long next;
        private int restores;
        private int continues;

        Story(long seed, long atoms, int perSubjob) {
            this.seed = seed;
            this.atoms = atoms;
            this.perSubjob = perSubjob;
        }

        CheckpointStore store() throws CheckpointException {
            return Checkpoints.in(space, "walk", StoreOptions.usual());
        }

        private SubjobRunner runner() {
            try {
                CheckpointStore whole = store();
                return new SubjobRunner(this::walk, new Failing(whole, this), job -> () -> Bytes.of(1000), time);
            } catch (CheckpointException e) {
                throw new AssertionError(e);
            }
        }

        private RandomWalk walk() {
            RandomWalk walk =
                    new RandomWalk(JobSpec.of("walk", atoms), seed, time, Duration.ofMillis(1), this::beforeAtom);
            instances.add(walk);
            return walk;
        }

        private void beforeAtom(long atom) {
            if (atom % 3 != 1) {
                return;
            }
            if (now == Happening.AN_ATOM_FAILS) {
                throw new IllegalStateException("injected");
            }
            if (now == Happening.IT_IS_KILLED) {
                mine.kill();
            }
        }

        void subjob(Happening happening) throws Exception {
            now = happening;
            switch (happening) {
                case ANOTHER_WORKER -> {
                    SubjobRunner mineBefore = mine;
                    mine = runner();
                    run();
                    mine.close();
                    mine = mineBefore;
                }
                case ITS_STATE_CHANGES -> {
                    instances.forEach(RandomWalk::disturb);
                    run();
                }
                case IT_IS_KILLED -> {
                    run();
                    mine.close();
                    mine = runner();
                }
                case THE_NEWEST_CHECKPOINT_IS_DAMAGED -> {
                    damage();
                    run();
                }
                default -> run();
            }
        }

        private void run() {
            Report report = mine.run(
                    Plans.of(
                            ++token,
                            next,
                            Math.min(atoms, next + perSubjob),
                            time.now().plusSeconds(10)),
                    (at, memory) -> {});
            if (!damaged) {
                assertThat(report.firstAtom()).as("no commit is undone").isGreaterThanOrEqualTo(next);
            }
            next = report.outcome().nextAtom();
            List<Phase> phases = report.samples().stream().map(it -> it.phase()).toList();
            restores += phases.stream().anyMatch(Phase::isRestore) ? 1 : 0;
            continues += phases.contains(Phase.CONTINUE) ? 1 : 0;
        }

        /** Once at the most, so that the store never loses all of them, and never the last of a job that is finished. */
        private void damage() throws Exception {
            List<String> written = space.operations().stream()
                    .filter(it -> it.startsWith("finish "))
                    .map(it -> it.substring("finish ".length()))
                    .toList();
            if (damaged || written.size() < 2 || next == atoms) {
                return;
            }
            damaged = true;
            try (Disk.Writing shard = space.create(written.get(written.size() - 1))) {
                shard.append(ByteBuffer.wrap(new byte[] {1, 2, 3}));
                shard.force();
            }
        }
    }

    /** A store whose commits fail when the story says so. */
    private static final class Failing extends CommitsAtOnce {

        private final Story story;

        Failing(CheckpointStore store, Story story) {
            super(store);
            this.story = story;
        }

        @Override
        Draft draft(Draft draft) {
            return new AtOnce(draft) {
                @Override
                public Checkpoint commit() throws CheckpointException {
                    if (story.now == Happening.A_COMMIT_FAILS) {
                        throw new CheckpointException("the disk is full", "Make room");
                    }
                    Checkpoint committed = super.commit();
                    if (story.now == Happening.A_COMMIT_IS_MADE_AND_SAYS_IT_FAILED) {
                        throw new CheckpointException("the answer was lost", "Ask again");
                    }
                    return committed;
                }
            };
        }
    }
}
