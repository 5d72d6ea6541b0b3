package org.atomizable.testkit.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.atomizable.testkit.bug.Regression;
import org.atomizable.testkit.schedule.Schedule;
import org.junit.jupiter.api.Test;

class AtomizedRunTest {

    private static List<String> windows(String schedule) throws Exception {
        try (AtomizedRun run = new AtomizedRun(Trial.of(Regression::new), 24)) {
            run.through(Schedule.parse(schedule));
            return run.picture().stream()
                    .map(it -> it.replaceFirst(".*(no atom) .*", "$1"))
                    .map(it -> it.replaceFirst(".*atoms +([0-9]+) to +([0-9]+).*", "$1 to $2"))
                    .toList();
        }
    }

    @Test
    void aWindowWhoseReportIsLostIsNotCountedWhenTheNextOneIsPlanned() throws Exception {
        assertThat(windows("5 6 24")).containsExactly("0 to 4", "5 to 10", "11 to 23");
        // The next one is planned from atom 0, and goes on from the checkpoint.
        assertThat(windows("5!lost-message 6 24")).containsExactly("no atom", "0 to 10", "11 to 23");
    }

    @Test
    void noMoreAtomsRunAfterALostReportThanTheJobHas() throws Exception {
        assertThat(windows("1!lost-message 24")).containsExactly("no atom", "0 to 23");
        assertThat(windows("24!lost-message 24")).containsExactly("no atom");
    }
}
