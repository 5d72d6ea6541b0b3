package org.atomizable.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.cli.terminal.Board;
import org.atomizable.profiler.profile.JobProfile;

/**
 * A job that was made once in this process, to learn its spec.
 *
 * @param from the atom before which its newest checkpoint was made; 0 if there is none
 * @param took how long that took; each of its workers will need about as long
 */
record Start(JobSpec spec, long from, Duration took) {

    /** A shorter start fits the windows of first looks. */
    private static final Duration SHORT = Duration.ofSeconds(5);

    /**
     * Says what comes first of a job that was never run; returns a profile of it, if its start is so long that its first windows must be chosen
     * by that.
     *
     * @param isChecked whether its first subjob checks that it goes on exactly
     */
    Optional<JobProfile> known(Board board, boolean isChecked) {
        String check =
                isChecked ? ", then runs them again from a checkpoint, to check that the job goes on exactly" : "";
        board.line("nothing was measured of %s yet: its first subjob measures a few atoms%s"
                .formatted(spec.name(), check));
        if (took.compareTo(SHORT) < 0) {
            return Optional.empty();
        }
        board.line("to start %s took %s s here, so its first subjob waits for a window that is longer"
                .formatted(spec.name(), took.toSeconds()));
        Sample start = new Sample(new SliceKind("this process"), Phase.RESTORE, took, Bytes.ZERO);
        return Optional.of(JobProfile.of(spec).with(List.of(start)));
    }
}
