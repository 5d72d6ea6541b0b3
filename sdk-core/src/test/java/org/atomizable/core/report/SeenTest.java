package org.atomizable.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.Test;

class SeenTest {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Sample ATOM = new Sample(KIND, Phase.STEADY, Duration.ofSeconds(1), Bytes.mebi(1));
    private static final Sample CHECKPOINT = new Sample(KIND, Phase.CHECKPOINT, Duration.ofSeconds(10), Bytes.mebi(1));
    private static final Sample RUNNING = new Sample(KIND, Phase.CHECKPOINT, Duration.ofSeconds(30), Bytes.ZERO, true);

    private final Seen seen = new Seen(1, List.of(ATOM), Optional.of(RUNNING));

    @Test
    void aCheckpointThatCameToItsEndAfterAllIsNotCountedTwice() {
        assertThat(seen.reported(List.of(ATOM, CHECKPOINT)).all())
                .extracting(Sample::took)
                .containsExactly(ATOM.took(), CHECKPOINT.took());
    }

    @Test
    void aCheckpointThatWasStoppedTookAtLeastSoLong() {
        assertThat(seen.reported(List.of(ATOM)).all())
                .extracting(Sample::took)
                .containsExactly(ATOM.took(), RUNNING.took());
    }
}
