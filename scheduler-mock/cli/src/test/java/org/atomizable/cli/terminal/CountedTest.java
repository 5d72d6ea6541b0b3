package org.atomizable.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountedTest {

    @Test
    void oneThingIsNoPlural() {
        assertThat(Counted.of(0, "atom")).isEqualTo("0 atoms");
        assertThat(Counted.of(1, "atom")).isEqualTo("1 atom");
        assertThat(Counted.of(2, "atom")).isEqualTo("2 atoms");
    }
}
