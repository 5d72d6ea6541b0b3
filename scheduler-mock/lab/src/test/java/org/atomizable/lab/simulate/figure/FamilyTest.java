package org.atomizable.lab.simulate.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.atomizable.lab.simulate.market.Markets;
import org.atomizable.lab.simulate.rival.Rivals;
import org.junit.jupiter.api.Test;

class FamilyTest {

    @Test
    void everySchedulerBelongsToAFamily() {
        assertThat(Markets.names()).allMatch(it -> Family.of(it) == Family.MARKET);
        assertThat(Rivals.names()).noneMatch(it -> Family.of(it) == Family.MARKET);
        assertThat(Rivals.names().stream().filter(it -> Family.of(it) == Family.RIGID))
                .containsExactly("cons", "cons-2x", "easy", "easy-2x", "easy-node", "fifo-rigid", "sjf-rigid");
        assertThat(List.of("chain-best", "timemin-2m", "timemin-real")).allMatch(it -> Family.of(it) == Family.REQUEUE);
        assertThat(List.of("ideal", "fluid")).allMatch(it -> Family.of(it) == Family.BOUND);
        assertThat(Family.of("fill-srpt")).isEqualTo(Family.CENTRAL);
    }
}
