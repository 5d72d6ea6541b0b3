package org.atomizable.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.atomizable.api.Atomizable;
import org.atomizable.core.run.AtomLoop;
import org.atomizable.core.state.MemoryState;

class LoopProperties {

    /** What happens to a job between two of its atoms. */
    enum Between {
        NOTHING,
        SAVE,
        NEW_INSTANCE,
        SAME_INSTANCE,
        BACK_TO_THE_LAST_SAVE
    }

    @Provide
    Arbitrary<Class<?>> programs() {
        return Arbitraries.of(Loops.ALL);
    }

    @Property(tries = 100)
    void aLoopThatIsCutAnywhereEndsInTheBitsOfItsStraightRun(
            @ForAll("programs") Class<?> program, @ForAll @Size(min = 1, max = 25) List<Between> cuts)
            throws Exception {
        String straight = straight(program);
        LoopJob job = LoopJob.of(program, List.of(), LoopJob.USUAL_LIMIT);
        MemoryState saved = MemoryState.of(job);
        long savedBefore = 0;
        long next = 0;
        int events = 0;
        while (job.spec().atomsLeft(next) > 0 && !job.enough(next)) {
            job.run(next);
            next++;
            Between now = events < 60 ? cuts.get(events % cuts.size()) : Between.NOTHING;
            events++;
            if (now == Between.SAVE) {
                saved = MemoryState.of(job);
                savedBefore = next;
            } else if (now == Between.BACK_TO_THE_LAST_SAVE) {
                job.restore(saved);
                next = savedBefore;
            } else if (now != Between.NOTHING) {
                saved = MemoryState.of(job);
                savedBefore = next;
                if (now == Between.NEW_INSTANCE) {
                    job.close();
                    job = LoopJob.of(program, List.of(), LoopJob.USUAL_LIMIT);
                }
                job.restore(saved);
                assertThat(MemoryState.of(job)).isEqualTo(saved);
            }
        }
        assertThat(Loops.RESULTS).as("a cut loop publishes nothing").isEmpty();
        LoopJob last = LoopJob.of(program, List.of(), LoopJob.USUAL_LIMIT);
        last.restore(MemoryState.of(job));
        job.close();
        last.evaluate();
        last.close();

        assertThat(Loops.RESULTS).containsExactly(straight);
        Loops.RESULTS.clear();
    }

    @Property(tries = 40)
    void aLoopThatRunsByItselfIsSavedAndStoppedAnywhere(
            @ForAll("programs") Class<?> program, @ForAll @Size(min = 1, max = 25) List<Between> cuts)
            throws Exception {
        String straight = straight(program);
        LoopJob job = LoopJob.of(program, List.of(), LoopJob.USUAL_LIMIT);
        MemoryState[] saved = new MemoryState[1];
        long[] savedBefore = new long[1];
        int[] events = new int[1];
        long next = 0;
        boolean goesOn = true;
        while (goesOn) {
            next = AtomLoop.run(job, next, (running, atom) -> {
                Between now = events[0] < 60 ? cuts.get(events[0]++ % cuts.size()) : Between.NOTHING;
                if (now == Between.SAVE) {
                    saved[0] = MemoryState.of(running);
                    savedBefore[0] = atom;
                }
                return !isFinished(running, atom) && (now == Between.NOTHING || now == Between.SAVE);
            });
            goesOn = !isFinished(job, next);
            MemoryState here = MemoryState.of(job);
            if (goesOn && cuts.get(0) != Between.SAME_INSTANCE) {
                job.close();
                job = LoopJob.of(program, List.of(), LoopJob.USUAL_LIMIT);
                job.restore(here);
                assertThat(MemoryState.of(job)).isEqualTo(here);
            }
        }
        assertThat(Loops.RESULTS).as("a cut loop publishes nothing").isEmpty();
        if (saved[0] != null) {
            job.restore(saved[0]);
            AtomLoop.run(job, savedBefore[0], (running, atom) -> !isFinished(running, atom));
        }
        job.evaluate();
        job.close();

        assertThat(Loops.RESULTS).containsExactly(straight);
        Loops.RESULTS.clear();
    }

    private static boolean isFinished(Atomizable job, long next) {
        return job.spec().atomsLeft(next) == 0 || job.enough(next);
    }

    private static String straight(Class<?> program) throws Exception {
        var main = program.getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        Loops.RESULTS.clear();
        main.invoke(null, (Object) new String[0]);
        return Loops.RESULTS.remove();
    }
}
