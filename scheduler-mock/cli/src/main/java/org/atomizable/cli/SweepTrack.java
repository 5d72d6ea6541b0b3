package org.atomizable.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.atomizable.api.Bytes;
import org.atomizable.api.Metric;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.agent.AgentObserver;
import org.atomizable.core.report.Attribution;
import org.atomizable.profiler.profile.JobProfile;

/** Counts what the jobs of a sweep do, and moves one bar for all. */
final class SweepTrack {

    private final Board board;
    private final Board.Bar bar;
    private final AtomicLong atoms = new AtomicLong();

    SweepTrack(Board board, List<SweptJob> jobs) {
        this.board = board;
        this.bar = board.bar(
                jobs.size() + " jobs",
                jobs.stream().mapToLong(it -> it.spec().totalAtoms().orElse(0)).sum());
    }

    OfJob of(SweptJob job) {
        return new OfJob(job);
    }

    /** The progress of one job. */
    final class OfJob implements AgentObserver {

        private final SweptJob job;
        private long reached;
        private int subjobs;
        private boolean gains;
        private Duration ran = Duration.ZERO;

        private OfJob(SweptJob job) {
            this.job = job;
        }

        @Override
        public synchronized void begins(Subjob subjob) {
            gains = false;
        }

        @Override
        public synchronized void at(long nextAtom, Bytes memory) {
            gains = true;
            if (nextAtom > reached) { // an atom may be repeated
                bar.at(atoms.addAndGet(nextAtom - reached));
                reached = nextAtom;
            }
        }

        @Override
        public void givesWay() {
            board.line("%s: %s".formatted(job.words(), RunProgress.GIVES_WAY));
        }

        @Override
        public synchronized void ended(Subjob subjob, Report report, JobProfile profile) {
            subjobs += report.atomsDone() > 0 ? 1 : 0;
            ran = ran.plus(report.took());
        }

        /** Its worker was stopped before it reported, but may have committed all that the job still had to do. */
        @Override
        public synchronized void lost(
                Subjob subjob, Attribution attribution, List<Sample> learned, JobProfile profile) {
            subjobs += gains ? 1 : 0;
        }

        synchronized SweptResult ended(String result, Optional<Metric> metric, Optional<String> sha256) {
            return new SweptResult(
                    job.setting(),
                    job.spec().name(),
                    result,
                    metric.orElse(null),
                    subjobs,
                    ran.toMillis() / 1e3,
                    sha256.orElse(null));
        }
    }
}
