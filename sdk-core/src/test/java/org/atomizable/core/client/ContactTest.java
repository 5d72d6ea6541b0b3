package org.atomizable.core.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.time.VirtualTime;
import org.junit.jupiter.api.Test;

class ContactTest {

    private final VirtualTime time = VirtualTime.create();
    private final Contact contact = new Contact(time);
    private final List<Duration> told = new ArrayList<>();

    ContactTest() {
        contact.listener(new AbsenceListener() {
            @Override
            public void absent(Duration absence, String why) {
                told.add(absence);
            }

            @Override
            public void back(Duration absence) {}
        });
    }

    @Test
    void aCallThatNobodyAnswersCountsFromItsBeginning() {
        long sent = time.nanos();
        time.advance(Duration.ofSeconds(30));

        assertThat(contact.failed("timeout", sent)).isEqualTo(Duration.ofSeconds(30));
        assertThat(told).containsExactly(Duration.ofSeconds(30));
    }

    @Test
    void whatAnotherCallHeardMeanwhileCounts() {
        long sent = time.nanos();
        time.advance(Duration.ofSeconds(28));
        contact.answered();
        time.advance(Duration.ofSeconds(2));

        assertThat(contact.failed("timeout", sent)).isEqualTo(Duration.ofSeconds(2));
        assertThat(told).isEmpty();
    }
}
