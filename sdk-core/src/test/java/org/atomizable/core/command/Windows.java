package org.atomizable.core.command;

import java.time.Duration;
import org.atomizable.api.Bytes;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.run.RunPlan;
import org.atomizable.core.run.SubjobRunner;
import org.atomizable.profiler.sample.ReportedMemory;

/** Runs a job window by window in this JVM. */
final class Windows implements AutoCloseable {

    private static final TimeSource TIME = TimeSource.system();
    private static final Reserve RESERVE = Reserve.usual(Duration.ofMillis(1), Duration.ofMillis(1));

    private final SubjobRunner runner;
    private long token;

    Windows(JobSource source, CheckpointStore store, long token) {
        this.runner = new SubjobRunner(source, store, job -> ReportedMemory.of(job, 1), TIME);
        this.token = token;
    }

    /** Runs so many atoms in a window that is long enough. */
    Report run(long first, long atoms) {
        return runner.run(
                new RunPlan(
                        new SliceKind("2g.20gb"),
                        new FencingToken(token++),
                        first,
                        first + atoms,
                        first + atoms,
                        TIME.now().plusSeconds(600),
                        Bytes.gibi(8),
                        Bytes.gibi(8),
                        RESERVE,
                        RESERVE),
                (next, memory) -> {});
    }

    long nextToken() {
        return token;
    }

    @Override
    public void close() {
        runner.close();
    }
}
