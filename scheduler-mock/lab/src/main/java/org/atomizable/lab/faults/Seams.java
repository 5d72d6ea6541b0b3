package org.atomizable.lab.faults;

import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.subjob.Report;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.core.run.RunPlan;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalWriter;

/**
 * Where a part of the system can be replaced by a worse one, so that a test shows that the simulation notices. Nothing is replaced in the
 * command.
 *
 * @param disk what a worker's store writes to
 * @param store what a worker saves in
 * @param journal what a scheduler recovers from
 * @param writer what a scheduler writes through
 * @param expiry after how long an agent ends a worker whose lease ends after so long
 * @param plan the plan of a subjob that its worker gets
 * @param report what an agent hears of a subjob
 * @param policy what chooses among signals
 * @param reported which grant a doubled report is handled for, given the one it is of and the newest of the job
 */
record Seams(
        UnaryOperator<Disk> disk,
        UnaryOperator<CheckpointStore> store,
        UnaryOperator<Journal> journal,
        UnaryOperator<JournalWriter> writer,
        UnaryOperator<Duration> expiry,
        UnaryOperator<RunPlan> plan,
        UnaryOperator<Report> report,
        UnaryOperator<SelectionPolicy> policy,
        BiFunction<String, String, String> reported) {

    /** Nothing is replaced. */
    public static final Seams SOUND = new Seams(
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            (own, newest) -> own);

    /** Returns the same with another disk. */
    public Seams onDisk(UnaryOperator<Disk> other) {
        return new Seams(other, store, journal, writer, expiry, plan, report, policy, reported);
    }

    /** Returns the same with another store. */
    public Seams inStore(UnaryOperator<CheckpointStore> other) {
        return new Seams(disk, other, journal, writer, expiry, plan, report, policy, reported);
    }

    /** Returns the same with another journal. */
    public Seams recoveringFrom(UnaryOperator<Journal> other) {
        return new Seams(disk, store, other, writer, expiry, plan, report, policy, reported);
    }

    /** Returns the same with another writer. */
    public Seams writingThrough(UnaryOperator<JournalWriter> other) {
        return new Seams(disk, store, journal, other, expiry, plan, report, policy, reported);
    }

    /** Returns the same whose agents end workers at another time. */
    public Seams ending(UnaryOperator<Duration> other) {
        return new Seams(disk, store, journal, writer, other, plan, report, policy, reported);
    }

    /** Returns the same with other plans. */
    public Seams planning(UnaryOperator<RunPlan> other) {
        return new Seams(disk, store, journal, writer, expiry, other, report, policy, reported);
    }

    /** Returns the same with other reports. */
    public Seams learning(UnaryOperator<Report> other) {
        return new Seams(disk, store, journal, writer, expiry, plan, other, policy, reported);
    }

    /** Returns the same with another policy. */
    public Seams choosing(UnaryOperator<SelectionPolicy> other) {
        return new Seams(disk, store, journal, writer, expiry, plan, report, other, reported);
    }

    /** Returns the same that handles doubled reports otherwise. */
    public Seams handlingReports(BiFunction<String, String, String> other) {
        return new Seams(disk, store, journal, writer, expiry, plan, report, policy, other);
    }
}
