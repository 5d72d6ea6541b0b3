package org.atomizable.lab.faults;

import java.util.function.UnaryOperator;

/**
 * Where a part of the system can be replaced by a worse one, so that a test shows that the simulation notices. Nothing is replaced in the
 * command. A part is known by its type:
 *
 * <ul>
 *   <li>{@code Disk}: what a worker's store writes to; {@code CheckpointStore}: what a worker saves in
 *   <li>{@code Journal}: what a scheduler recovers from; {@code JournalWriter}: what it writes through
 *   <li>{@code SelectionPolicy}: what chooses among signals
 *   <li>{@code Duration}: after how long an agent ends a worker whose lease ends after so long
 *   <li>{@code RunPlan}: the plan of a subjob that its worker gets; {@code Report}: what an agent hears of it
 *   <li>{@link DoubledReport}: the grant for which a doubled report is handled
 * </ul>
 *
 * @param part the type of the part that is replaced
 * @param worse makes the worse part of the sound one
 */
record Seams(Class<?> part, UnaryOperator<?> worse) {

    /** Nothing is replaced. */
    static final Seams SOUND = new Seams(Seams.class, UnaryOperator.identity());

    /**
     * A report that arrives twice.
     *
     * @param grant for which it is handled the second time
     * @param newest grant of the job
     */
    record DoubledReport(String grant, String newest) {}

    /** Replaces one part. */
    static <T> Seams with(Class<T> part, UnaryOperator<T> worse) {
        return new Seams(part, worse);
    }

    /** Returns what takes the place of a sound part of that type. */
    <T> T of(Class<T> type, T sound) {
        return type.equals(part) ? type.cast(apply(worse, sound)) : sound;
    }

    @SuppressWarnings("unchecked") // The part is of the type that the operator takes, by with().
    private static <T> Object apply(UnaryOperator<T> operator, Object sound) {
        return operator.apply((T) sound);
    }
}
