package org.atomizable.cli;

import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;
import org.atomizable.core.client.AbsenceListener;

/** Says in lines that a scheduler does not answer, and when it answers again. */
record AbsenceLines(URI scheduler, Consumer<String> lines) implements AbsenceListener {

    @Override
    public void absent(Duration absence, String why) {
        lines.accept("scheduler %s has not answered for %s s (%s); trying again"
                .formatted(scheduler, absence.toSeconds(), why));
    }

    @Override
    public void back(Duration absence) {
        lines.accept("scheduler %s answers again after %s s".formatted(scheduler, absence.toSeconds()));
    }
}
