package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.report.Seen;
import org.junit.jupiter.api.Test;

class SightingsTest {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Bytes MEMORY = Bytes.mebi(7);

    private final VirtualTime time = VirtualTime.create();
    private final Sightings sightings = new Sightings(KIND, 5, time);

    private void after(int millis) {
        time.advance(Duration.ofMillis(millis));
    }

    private static Sample ended(Phase phase, int millis, long atom) {
        return new Sample(KIND, phase, Duration.ofMillis(millis), MEMORY, false, atom);
    }

    private static Optional<Sample> running(Phase phase, int millis, long atom) {
        return Optional.of(new Sample(KIND, phase, Duration.ofMillis(millis), Bytes.ZERO, true, atom));
    }

    @Test
    void aWorkerStoppedInAnAtomHasEndedWhatWasBeforeIt() {
        sightings.entered(Phase.COLD_RESTORE, 0);
        after(300);
        sightings.entered(Phase.COLD_WARM_UP, 0);
        after(200);
        sightings.at(6, MEMORY, 0);
        sightings.entered(Phase.STEADY, 0);
        after(100);
        sightings.at(7, MEMORY, 0);
        after(110);
        sightings.at(8, MEMORY, 0);
        after(5000);

        Seen seen = sightings.seen();

        assertThat(seen.ended())
                .containsExactly(
                        ended(Phase.COLD_RESTORE, 300, 5),
                        ended(Phase.COLD_WARM_UP, 200, 5),
                        ended(Phase.STEADY, 100, 6),
                        ended(Phase.STEADY, 110, 7));
        assertThat(seen.running()).isEqualTo(running(Phase.STEADY, 5000, 8));
        assertThat(seen.nextAtom()).isEqualTo(8);
    }

    @Test
    void aWorkerStoppedInItsRestoreHasEndedNothing() {
        sightings.entered(Phase.RESTORE, 0);
        after(9000);

        assertThat(sightings.seen()).isEqualTo(new Seen(5, List.of(), running(Phase.RESTORE, 9000, 5)));
    }

    @Test
    void aWorkerStoppedInItsCommitIsKnownToBeThere() {
        sightings.entered(Phase.RESTORE, 0);
        after(10);
        sightings.entered(Phase.WARM_UP, 0);
        after(20);
        sightings.at(6, MEMORY, 0);
        sightings.entered(Phase.CHECKPOINT, 0);
        after(3000);

        Seen seen = sightings.seen();

        assertThat(seen.ended()).containsExactly(ended(Phase.RESTORE, 10, 5), ended(Phase.WARM_UP, 20, 5));
        assertThat(seen.running()).isEqualTo(running(Phase.CHECKPOINT, 3000, 5));
    }

    @Test
    void ofAWorkerThatHasNotBegunNothingWasSeen() {
        assertThat(sightings.seen()).isEqualTo(new Seen(5, List.of(), Optional.empty()));
    }
}
