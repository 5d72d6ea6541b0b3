package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.profile.ObservedSubjob;
import org.atomizable.profiler.store.ProfileDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunRecordTest {

    private static final JobSpec SPEC = JobSpec.openEnded("job");
    private static final List<SliceKind> KINDS =
            List.of(new SliceKind("3g.40gb"), new SliceKind("1g.10gb"), new SliceKind("2g.20gb"));

    @TempDir
    Path directory;

    private RunRecord record(Instant now) {
        return new RunRecord(ProfileDirectory.at(directory), SPEC, VirtualTime.startingAt(now), line -> {
            throw new AssertionError(line);
        });
    }

    @Test
    void aLaterRunKnowsWhatThisOneSawInTheOrderInWhichItSawIt() {
        JobProfile profile = JobProfile.of(SPEC);
        for (int process = 0; process < 3; process++) {
            // The clock stands still within each process.
            RunRecord record = record(Instant.ofEpochSecond(process));
            for (int i = 0; i < 10; i++) {
                SliceKind kind = KINDS.get((process + i) % 3);
                ObservedSubjob subjob = ObservedSubjob.complete(List.of(
                        new Sample(kind, Phase.RESTORE, Duration.ofMillis(5), Bytes.mebi(10)),
                        new Sample(kind, Phase.WARM_UP, Duration.ofMillis(40 + i), Bytes.mebi(100 + 9 * i)),
                        new Sample(kind, Phase.CHECKPOINT, Duration.ofMillis(5), Bytes.mebi(20))));
                profile = profile.with(subjob).knowing(profile.kept().afterMemory(Promise.DEFAULT, i == 9));
                record.seen(kind, subjob, profile);
            }
        }
        assertThat(record(Instant.ofEpochSecond(9)).known()).contains(profile);
    }
}
