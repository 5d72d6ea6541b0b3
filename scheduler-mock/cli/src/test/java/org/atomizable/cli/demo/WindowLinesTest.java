package org.atomizable.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.core.plan.Answers;
import org.atomizable.scheduler.market.event.Cleared;
import org.junit.jupiter.api.Test;

class WindowLinesTest {

    private static final Instant BEGAN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Slice SLICE = new Slice("a", new SliceKind("2g.20gb"), Bytes.gibi(20));

    @Test
    void aWindowThatNoJobWantsNamesTheJobsThatRunAlready() {
        String line = line(
                new Cleared.Heard("cnn", "ana", false, 0, Answers.ALREADY_RUNS),
                new Cleared.Heard("mlp", "ana", false, 0, "too small"));
        assertThat(line).contains("wanted by: no job (running already: cnn)").contains("mlp (too small)");
    }

    @Test
    void aWindowThatAJobWantsNamesItWithItsShare() {
        String line = line(
                new Cleared.Heard("cnn", "ana", false, 0, Answers.ALREADY_RUNS),
                new Cleared.Heard("mlp", "ana", true, 0.5, ""));
        assertThat(line).contains("wanted by: mlp 50 %;").doesNotContain("running already");
    }

    private static String line(Cleared.Heard... heard) {
        Window window = new Window("w", SLICE, SLICE.memory(), BEGAN.plusSeconds(3), Duration.ofSeconds(2));
        Cleared.Asked asked = new Cleared.Asked(Set.of("ana"), List.of(heard), List.of());
        return new WindowLines(BEGAN).line(new Cleared(window, asked, List.of(), "no signal", Optional.empty()));
    }
}
