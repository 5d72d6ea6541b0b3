package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.report.Attribution;
import org.atomizable.core.report.Fault;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.StoreOpening;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SweepTrackTest {

    private static final Attribution LATE = new Attribution(Fault.NODE, "its time was up");
    private static final Slice SLICE = new Slice("s", new SliceKind("1g.10gb"), Bytes.gibi(10));
    private static final Subjob SUBJOB = MeasuredJob.subjob(SLICE, 1, Instant.EPOCH);

    /** A machine may be so slow that a subjob commits the job's last atom and is stopped before it says so. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSubjobThatWasStoppedCountsIfItDidAnAtom(int atoms) {
        SweptJob job = new SweptJob(
                "job",
                Map.of(),
                new NamedJob("job", Map.of()),
                JobSpec.of("job", 1),
                StoreOpening.in(Path.of("store"), "job"));
        try (Board board = Board.onStandardError()) {
            SweepTrack.OfJob track = new SweepTrack(board, List.of(job)).of(job);
            track.begins(SUBJOB);
            for (int atom = 1; atom <= atoms; atom++) {
                track.at(atom, Bytes.ZERO);
            }
            track.lost(SUBJOB, LATE, List.of(), MeasuredJob.profile(SLICE.kind()));

            assertThat(track.ended("finished", Optional.empty(), Optional.empty())
                            .subjobs())
                    .isEqualTo(atoms);
        }
    }
}
