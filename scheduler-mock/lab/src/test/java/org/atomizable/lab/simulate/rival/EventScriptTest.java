package org.atomizable.lab.simulate.rival;

import static org.assertj.core.api.Assertions.assertThat;

import org.atomizable.lab.simulate.workload.Workload;
import org.junit.jupiter.api.Test;

class EventScriptTest {

    /** The slice opens, the task is submitted at 5 s and ends at 135 s. The hole never ends. */
    @Test
    void everyEventOfTheRunIsCountedAndTheLastIsTheEndOfTheLastTask() {
        EventScript script =
                EventScript.of(new Tiny().slice(10).task(5, 100, 10).workload());
        assertThat(script.events()).isEqualTo(3);
        assertThat(script.replay()).isEqualTo(135);
        assertThat(script.replay()).isEqualTo(135);
    }

    /** Two openings, a hole that ends, two submissions and two subjobs of the first task and one of the second. */
    @Test
    void endsOfHolesAreEvents() throws Exception {
        Tiny tiny = new Tiny().slice(10, 400, 1000).task(0, 500, 10).task(1100, 50, 10);
        Workload workload = tiny.workload();
        EventScript script = EventScript.of(workload);
        assertThat(script.events()).isEqualTo(2 + 1 + 2 + 3);
        assertThat(script.replay())
                .isEqualTo(tiny.ends("fill-srpt").stream()
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElseThrow());
    }
}
