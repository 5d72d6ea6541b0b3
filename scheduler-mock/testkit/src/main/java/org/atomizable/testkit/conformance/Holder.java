package org.atomizable.testkit.conformance;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;

/** A job that wants every window until it has held one for a while. Used by one thread. */
final class Holder {

    private static final Duration HELD_FOR = Duration.ofMillis(700);

    private final Stage stage;
    private final SuiteJob job;
    private Optional<GrantIssued> grant = Optional.empty();
    private Instant until = Instant.MAX;
    private int held;

    Holder(Stage stage, SuiteJob job) {
        this.stage = stage;
        this.job = job;
    }

    /** Returns how many grants it has held and reported. */
    int held() {
        return held;
    }

    void step() throws IOException, InterruptedException, Unfinished {
        Optional<EventMessage> event = job.next(Duration.ofMillis(1));
        if (event.isPresent() && event.get().window() != null) {
            // A job that holds a grant, or has held one, leaves the next one to the other job.
            if (held == 0 && grant.isEmpty()) {
                job.want(event.get().window());
            } else {
                job.decline(event.get().window());
            }
        } else if (event.isPresent() && event.get().grant() != null) {
            grant = Optional.of(event.get().grant());
            job.accept(grant.get(), held, 1);
            until = stage.time().now().plus(HELD_FOR);
        }
        if (grant.isPresent() && !stage.time().now().isBefore(until)) {
            held++;
            job.ofGrant(grant.get(), "report", SuiteJob.report("yielded", held));
            grant = Optional.empty();
        }
    }
}
