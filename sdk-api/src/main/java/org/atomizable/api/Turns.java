package org.atomizable.api;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** An iterator of a {@link Run}: asks for the end of a turn before it gives the next one. */
abstract class Turns implements Iterator<Long> {

    static final long NO_LENGTH = Long.MAX_VALUE;

    final LoopCourse course;
    private boolean decided;
    private boolean ended;

    Turns(LoopCourse course) {
        this.course = course;
    }

    /** Ends what came before; returns whether there is more. */
    abstract boolean advance();

    abstract long enter();

    @Override
    public final boolean hasNext() {
        if (course.isOver() || ended) {
            return false;
        }
        if (!decided) {
            decided = advance();
            ended = !decided;
        }
        return decided;
    }

    @Override
    public final Long next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the loop has ended");
        }
        decided = false;
        return enter();
    }

    @Override
    public final void forEachRemaining(Consumer<? super Long> action) {
        throw onlyFor("forEachRemaining");
    }

    /** All turns of a job, by their numbers. */
    static final class Flat extends Turns {

        private final long length;
        private final long perEpoch;

        Flat(LoopCourse course, long length, long perEpoch) {
            super(course);
            course.iterate();
            if (length != NO_LENGTH) {
                course.requireTotal(length, "run.over");
            }
            this.length = length;
            this.perEpoch = perEpoch;
        }

        @Override
        boolean advance() {
            if (course.hasBegun()) {
                course.endTurn();
            } else {
                course.begin();
                course.restorePending();
            }
            if (course.isOpenEnded() && course.nextTurn() >= length) {
                course.isEnough();
            }
            return course.pass(false);
        }

        @Override
        long enter() {
            if (length != NO_LENGTH) {
                course.enter(course.nextTurn() / perEpoch);
            }
            course.open();
            return course.nextTurn();
        }
    }

    /** Epochs, by their numbers. A safe point between two of them comes after all code of the first. */
    static final class Epochs extends Turns {

        private final long epochs;

        Epochs(LoopCourse course, long epochs) {
            super(course);
            course.iterate();
            this.epochs = BatchOrder.positive("epochs", epochs);
        }

        @Override
        boolean advance() {
            if (course.hasBegun()) {
                course.endEpoch();
            } else {
                course.begin();
                if (course.turnsOfEpoch() > 0) {
                    // The state is restored where the epoch was cut: at the loop inside of it.
                    return true;
                }
                course.restorePending();
            }
            if (course.currentEpoch() >= epochs) {
                course.requireTotal(course.nextTurn(), "run.epochs(" + epochs + ")");
                if (course.isOpenEnded()) {
                    course.isEnough();
                }
            } else if (!course.enough()) {
                course.requireAtomsLeft();
            }
            return course.pass(false);
        }

        @Override
        long enter() {
            course.awaitInner();
            return course.currentEpoch();
        }
    }

    /** The turns of one epoch, by their numbers in it. The safe point after the last one is that of the epoch. */
    static final class Inner extends Turns {

        private final long turns;
        private boolean first = true;

        Inner(LoopCourse course, long turns) {
            super(course);
            course.beginInner();
            this.turns = turns;
        }

        @Override
        boolean advance() {
            course.endTurn();
            // The first turn of an epoch was granted to the outer loop.
            boolean granted = first && !course.awaitsRestore();
            first = false;
            course.restorePending();
            if (course.enough() || course.turnsOfEpoch() >= turns) {
                return false;
            }
            if (granted) {
                return true;
            }
            course.requireAtomsLeft();
            return course.pass(true);
        }

        @Override
        long enter() {
            course.open();
            return course.turnsOfEpoch();
        }
    }

    /** Refuses to hand turns to other code, which may take several at once, or take one while another runs. */
    static UnsupportedOperationException onlyFor(String method) {
        return new UnsupportedOperationException(
                "the turns of a loop were asked for by %s at %s: write for (long turn : run), since a turn ends where the next one is asked for"
                        .formatted(method, LoopCourse.caller()));
    }

    /** The turns of a {@code for} statement. */
    record Loop<T>(Supplier<Iterator<T>> iterators) implements Iterable<T> {

        @Override
        public Iterator<T> iterator() {
            return iterators.get();
        }

        @Override
        public void forEach(Consumer<? super T> action) {
            throw onlyFor("forEach");
        }

        @Override
        public Spliterator<T> spliterator() {
            throw onlyFor("spliterator");
        }
    }

    /** Turns, as what is worked on in them. */
    record Mapped<T>(Iterator<Long> turns, LongFunction<T> work) implements Iterator<T> {

        @Override
        public boolean hasNext() {
            return turns.hasNext();
        }

        @Override
        public T next() {
            return work.apply(turns.next());
        }

        @Override
        public void forEachRemaining(Consumer<? super T> action) {
            throw onlyFor("forEachRemaining");
        }
    }
}
