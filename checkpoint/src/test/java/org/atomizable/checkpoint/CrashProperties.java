package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Crash;
import org.atomizable.checkpoint.disk.CrashingDisk;

/**
 * A store under any story of its workers, after a crash at any operation, on any of the disks that the machine can then be found
 * with. {@link CrashEnumerationTest} enumerates a few stories; this tries many, in less time.
 */
class CrashProperties {

    private static final int SURVIVORS = 6;

    /** What may happen to a store. */
    private enum Step {
        COMMIT,
        ABANDON,
        RESTART,
        FENCE,
        PIN_NEWEST,
        UNPIN_ALL,
        COLLECT
    }

    /** What was told to have happened before the machine stopped. */
    private static final class Story {
        private final CrashingDisk disk;
        private final boolean diskFails;
        private long token = 1;
        private long atom;
        private long committed;
        private long fenced;
        private int failures;
        private final Set<Long> pinned = new TreeSet<>();

        Story(CrashingDisk disk, boolean diskFails) {
            this.disk = disk;
            this.diskFails = diskFails;
        }

        void play(List<Step> steps) throws Exception {
            try {
                CheckpointStore store = Walk.open(disk, Retention.latest(2));
                for (Step step : steps) {
                    store = tried(step, store);
                }
            } catch (Crash e) {
                // As a machine that lost its power: nobody hears of it.
            }
        }

        private CheckpointStore tried(Step step, CheckpointStore store) throws Exception {
            try {
                return play(step, store);
            } catch (CheckpointException e) {
                failures++;
                long found = Walk.found(store);
                assertThat(found).as("after " + e.getMessage()).isBetween(atom, atom + 1);
                atom = found;
                committed = found;
                return store;
            }
        }

        private CheckpointStore play(Step step, CheckpointStore store) throws Exception {
            switch (step) {
                case COMMIT -> {
                    Walk.commit(store, atom + 1, token);
                    fenced = token;
                    committed = ++atom;
                }
                case ABANDON -> {
                    try (CheckpointStore.Draft draft = store.open(atom + 1, new FencingToken(token))) {
                        fenced = token;
                        Walk.write(draft.state(), atom + 1);
                    }
                }
                case RESTART -> {
                    token++;
                    CheckpointStore next = Walk.open(disk, Retention.latest(2));
                    assertThat(Walk.found(next)).isEqualTo(atom);
                    return next;
                }
                case FENCE -> {
                    store.fence(new FencingToken(token));
                    fenced = token;
                }
                case PIN_NEWEST -> pinNewest();
                case UNPIN_ALL -> unpinAll();
                case COLLECT -> collect();
            }
            return store;
        }

        private void pinNewest() throws Exception {
            Catalog catalog = Catalog.of(Walk.STORE, disk);
            Optional<CheckpointSummary> newest =
                    catalog.list().checkpoints().stream().findFirst();
            if (newest.isPresent()) {
                catalog.pin(newest.get().name(), true);
                pinned.add(newest.get().nextAtom());
            }
        }

        private void unpinAll() throws Exception {
            pinned.clear();
            Catalog catalog = Catalog.of(Walk.STORE, disk);
            for (CheckpointSummary each : catalog.list().checkpoints()) {
                catalog.pin(each.name(), false);
            }
        }

        private void collect() throws Exception {
            Catalog catalog = Catalog.of(Walk.STORE, disk);
            catalog.collect(Retention.latest(1), true, false);
            // A checkpoint that could not be read just then is kept.
            assertThat(catalog.list().checkpoints())
                    .filteredOn(it -> !pinned.contains(it.nextAtom()))
                    .hasSizeLessThanOrEqualTo(diskFails ? 2 : 1);
        }

        /** A process that opens the store after a crash continues from the last commit. */
        void requireIntact(CrashingDisk left, String where) throws Exception {
            CheckpointStore store = Walk.open(left);
            long found = Walk.found(store);
            assertThat(found).as(where).isBetween(committed, committed + 1);
            if (fenced > 0) {
                assertThatThrownBy(() -> store.open(found + 1, new FencingToken(fenced - 1)))
                        .as("an older token after " + where)
                        .isInstanceOf(StaleTokenException.class);
            }
            List<CheckpointSummary> kept = Catalog.of(Walk.STORE, left).list().checkpoints();
            assertThat(kept)
                    .as("pins after " + where)
                    .filteredOn(CheckpointSummary::pinned)
                    .extracting(CheckpointSummary::nextAtom)
                    .containsAll(pinned);
            Walk.commit(store, found + 1, 1000);
            assertThat(Walk.found(Walk.open(left))).as("goes on after " + where).isEqualTo(found + 1);
            Catalog catalog = Catalog.of(Walk.STORE, left);
            assertThat(catalog.list().damaged()).as(where).isEmpty();
            catalog.collect(Retention.latest(1), true, false);
            assertThat(Walk.found(Walk.open(left))).as("after clearing away").isEqualTo(found + 1);
            assertThat(left.files().keySet())
                    .as("nothing of no use is left")
                    .noneMatch(it ->
                            it.toString().contains("draft-") || it.toString().contains("removed-"));
        }
    }

    @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
    void whatWasToldSurvivesACrashAnywhere(@ForAll("stories") List<Step> steps, @ForAll long seed) throws Exception {
        SplittableRandom chance = new SplittableRandom(seed);
        long crash = 1 + chance.nextLong(operationsOf(steps) + 1);
        Story story = new Story(new CrashingDisk().crashingAt(crash), false);
        story.play(steps);

        for (CrashingDisk left : story.disk.survivors(chance, SURVIVORS)) {
            story.requireIntact(left, "crash at operation " + crash);
        }
    }

    @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
    void whatIsFoundAfterTheDeathOfAProcessSurvivesACrashOfItsMachine(
            @ForAll("stories") List<Step> steps, @ForAll long seed) throws Exception {
        SplittableRandom chance = new SplittableRandom(seed);
        long death = 1 + chance.nextLong(operationsOf(steps) + 1);
        Story story = new Story(new CrashingDisk().crashingAt(death), false);
        story.play(steps);
        story.disk.revived();
        long found = Walk.found(Walk.open(story.disk));
        assertThat(found).isBetween(story.committed, story.committed + 1);
        story.committed = found;

        for (CrashingDisk left : story.disk.survivors(chance, SURVIVORS)) {
            story.requireIntact(left, "death at operation " + death);
        }
    }

    @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
    void aDiskThatFailsOnceCausesATypedErrorAndLosesNothingThatWasTold(
            @ForAll("stories") List<Step> steps, @ForAll long seed) throws Exception {
        SplittableRandom chance = new SplittableRandom(seed);
        long opened = operationsOf(List.of());
        long failure = opened + 1 + chance.nextLong(operationsOf(steps) - opened + 1);
        Story story = new Story(new CrashingDisk().failingAt(failure), true);
        story.play(steps);

        assertThat(story.failures).as("failures").isLessThanOrEqualTo(1);
        for (CrashingDisk left : story.disk.survivors(chance, SURVIVORS)) {
            story.requireIntact(left, "failure of operation " + failure + " and a crash");
        }
        story.requireIntact(story.disk.healed(), "failure of operation " + failure);
    }

    private static long operationsOf(List<Step> steps) throws Exception {
        Story whole = new Story(new CrashingDisk(), false);
        whole.play(steps);
        return whole.disk.operations();
    }

    @Provide
    Arbitrary<List<Step>> stories() {
        return Arbitraries.frequency(
                        Tuple.of(6, Step.COMMIT),
                        Tuple.of(1, Step.ABANDON),
                        Tuple.of(2, Step.RESTART),
                        Tuple.of(1, Step.FENCE),
                        Tuple.of(1, Step.PIN_NEWEST),
                        Tuple.of(1, Step.UNPIN_ALL),
                        Tuple.of(2, Step.COLLECT))
                .list()
                .ofMinSize(1)
                .ofMaxSize(9);
    }
}
