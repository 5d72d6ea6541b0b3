package org.atomizable.scheduler.node.airlock;

import java.time.Duration;
import java.util.Optional;

/**
 * How long and how often each rung may be tried.
 *
 * @param marks where the levels of pressure begin
 * @param requests what is asked of jobs that run
 * @param waits what happens to jobs that are suspended
 * @param endings when processes are ended
 */
public record AirlockRules(Watermarks marks, Requests requests, Waits waits, Endings endings) {

    /** The defaults of all parts. */
    public static final AirlockRules DEFAULT =
            new AirlockRules(Watermarks.DEFAULT, Requests.DEFAULT, Waits.DEFAULT, Endings.DEFAULT);

    /** Returns the same for a node beside which there is no other one. */
    public AirlockRules withoutMoves() {
        Waits alone = new Waits(waits.shortJobs, waits.others, waits.most, Optional.empty(), waits.resume);
        return new AirlockRules(marks, requests, alone, endings);
    }

    /**
     * Requests to jobs that run.
     *
     * @param answer how long a job has to answer
     * @param frozen how long a job that did not answer is frozen before it is killed; 0 or more
     * @param rest a job that runs again is not asked to leave for so long; more than 0
     * @param shrinks how often a job is asked to shrink while the pressure lasts; 0 or more
     * @param settle how long stalls of the host may take to go back after a job was asked; 0 or more
     */
    public record Requests(Answer answer, Duration frozen, Duration rest, int shrinks, Duration settle) {

        /** 0.5 s to 10 s for an answer, frozen for 0.2 s, 1 s of rest, two requests to shrink, 10 s to settle. */
        public static final Requests DEFAULT = new Requests(
                new Answer(Duration.ofMillis(500), Duration.ofSeconds(10)),
                Duration.ofMillis(200),
                Duration.ofSeconds(1),
                2,
                Duration.ofSeconds(10));

        /** Refuses negative times and counts. */
        public Requests {
            positive("the rest", rest);
            notNegative("the time frozen", frozen);
            notNegative("the time to settle", settle);
            if (shrinks < 0) {
                throw new IllegalArgumentException("shrinks must be 0 or more, were " + shrinks);
            }
        }
    }

    /**
     * The time to answer a request.
     *
     * @param least a job has at least this long; more than 0
     * @param most and at most this long, however far its next safe point is; not less than {@code least}
     */
    public record Answer(Duration least, Duration most) {

        /** Refuses times that are out of order. */
        public Answer {
            positive("the least time for an answer", least);
            if (most.compareTo(least) < 0) {
                throw new IllegalArgumentException(
                        "the most time for an answer must be %s or more, was %s".formatted(least, most));
            }
        }

        /** Returns how long a job has to reach its safe point: twice as long as usual, within the bounds. */
        Duration to(Duration usual) {
            Duration twice = usual.compareTo(most) > 0 ? most : usual.multipliedBy(2);
            if (twice.compareTo(least) < 0) {
                return least;
            }
            return twice.compareTo(most) > 0 ? most : twice;
        }
    }

    /**
     * The time of a job that is suspended.
     *
     * @param shortJobs how long a job of class {@link ResidentClass#SHORT} waits for room before it is moved; 0 or more
     * @param others the same for other classes; 0 or more
     * @param most how long a job may be suspended at all, a move included; more than both
     * @param move how long another node may take to accept it, more than 0; empty if it is not offered to other nodes. It
     *     is offered once, as its place is given up if none takes it
     * @param resume how long a job may take to run again; more than 0
     */
    public record Waits(Duration shortJobs, Duration others, Duration most, Optional<Duration> move, Duration resume) {

        /** 5 s and 30 s before one move of at most 10 s, 60 s in all, and 60 s to resume. */
        public static final Waits DEFAULT = new Waits(
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Optional.of(Duration.ofSeconds(10)),
                Duration.ofSeconds(60));

        /** Refuses times that are out of order. */
        public Waits {
            notNegative("the wait of short jobs", shortJobs);
            notNegative("the wait of other jobs", others);
            move.ifPresent(it -> positive("the time of a move", it));
            positive("the time to resume", resume);
            if (most.compareTo(shortJobs) <= 0 || most.compareTo(others) <= 0) {
                throw new IllegalArgumentException("a job must be suspended for more than %s and %s at most, was %s"
                        .formatted(shortJobs, others, most));
            }
        }

        /** Returns how long a job waits for room before it is moved. */
        Duration before(ResidentClass residentClass) {
            return residentClass == ResidentClass.SHORT ? shortJobs : others;
        }
    }

    /**
     * The end of a process.
     *
     * @param critical how long the pressure must be critical until jobs are killed; 0 or more
     * @param kill how long a process may take to end; more than 0
     * @param attempts how often it is tried; 1 or more
     */
    public record Endings(Duration critical, Duration kill, int attempts) {

        /** After 2 s; three attempts of 1 s. */
        public static final Endings DEFAULT = new Endings(Duration.ofSeconds(2), Duration.ofSeconds(1), 3);

        /** Refuses negative times, and no attempt. */
        public Endings {
            notNegative("the critical time", critical);
            positive("the time to end a process", kill);
            if (attempts < 1) {
                throw new IllegalArgumentException("there must be an attempt or more, were " + attempts);
            }
        }
    }

    private static void positive(String what, Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("%s must be more than 0, was %s".formatted(what, time));
        }
    }

    private static void notNegative(String what, Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("%s must be 0 or more, was %s".formatted(what, time));
        }
    }
}
