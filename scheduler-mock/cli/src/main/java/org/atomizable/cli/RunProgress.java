package org.atomizable.cli;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.SliceKind;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.agent.AgentObserver;
import org.atomizable.core.agent.Wait;
import org.atomizable.core.report.Attribution;
import org.atomizable.core.report.ProfileUpdate;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.profile.ObservedSubjob;

/** Shows a run: moves its bar, and prints a line for each subjob. */
final class RunProgress implements AgentObserver {

    static final String GIVES_WAY =
            "memory is scarce where the scheduler runs: the job gives way, and goes on when there is room";

    private final Board board;
    private final Board.Bar bar;
    private final RunRecord record;
    private final UnchangedState unchanged;

    /** Makes one of a job that goes on from an atom. */
    RunProgress(Board board, JobSpec spec, long from, RunRecord record, UnchangedState unchanged) {
        this.board = board;
        this.record = record;
        this.unchanged = unchanged;
        this.bar = board.bar(spec.name(), spec.totalAtoms().orElse(0));
        this.bar.at(from);
    }

    @Override
    public void waits(Wait wait) {
        board.line(wait.message());
    }

    @Override
    public void failed(Outcome.Failed outcome, Attribution by, Duration rest) {
        if (!rest.isZero()) {
            String whose = by.fault().countsAgainstTheJob() ? "the job failed" : "not the job's fault";
            board.line("%s (%s: %s); it is tried again after %s s"
                    .formatted(whose, by.fault().name().toLowerCase(Locale.ROOT), by.evidence(), rest.toSeconds()));
        }
    }

    @Override
    public void registeredAgain() {
        board.line("the scheduler had forgotten the job or its tokens, and it was registered again");
    }

    @Override
    public void givesWay() {
        board.line(GIVES_WAY);
    }

    private static String atoms(long first, long next) {
        return next > first ? "atoms " + first + " to " + (next - 1) : "no atom";
    }

    private static String words(StopReason why) {
        return switch (why) {
            case ALL_ATOMS_DONE -> "all of its atoms are done";
            case TIME -> "the window is nearly over";
            case MEMORY -> "it used more memory than its profile said";
            case ASKED -> "it has measured enough, its time was nearly over, or its slice was needed";
        };
    }

    @Override
    public void at(long nextAtom, Bytes memory) {
        bar.at(nextAtom);
    }

    @Override
    public void lost(Subjob subjob, Attribution attribution, List<Sample> learned, JobProfile profile) {
        // Whether its time was up is not told here. To count it as too slow can only make later bounds larger.
        ObservedSubjob seen =
                new ObservedSubjob(learned, subjob.atoms(), Duration.ZERO, ObservedSubjob.Ending.SHORT_OF_TIME);
        record.seen(subjob.grant().slice().kind(), seen, profile);
        board.line("%s: stopped before it reported: %s"
                .formatted(subjob.grant().slice().kind(), attribution.evidence()));
    }

    @Override
    public void ended(Subjob subjob, Report report, JobProfile profile) {
        SliceKind kind = subjob.grant().slice().kind();
        ProfileUpdate.observed(subjob, report)
                .ifPresentOrElse(
                        it -> record.seen(kind, it, profile), () -> record.seen(kind, report.samples(), profile));
        board.line("%s: %s"
                .formatted(
                        subjob.grant().slice().kind(),
                        report.outcome()
                                .match(
                                        finished -> "finished at atom " + finished.nextAtom(),
                                        yielded -> "%s, stopped: %s"
                                                .formatted(
                                                        atoms(report.firstAtom(), yielded.nextAtom()),
                                                        words(yielded.why())),
                                        failed -> "failed (%s): %s".formatted(failed.kind(), failed.message()))));
        unchanged.afterSubjob().ifPresent(board::line);
    }
}
