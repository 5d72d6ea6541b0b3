package org.atomizable.profiler.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.JobProfile;
import org.junit.jupiter.api.Test;

/** Profiles that commit 782b61e wrote, before the modules were divided. */
class OlderProfileTest {

    private final ProfileDirectory profiles = ProfileDirectory.at(Path.of("src/test/resources/profiles"));

    @Test
    void aRecordingIsReadWhole() throws Exception {
        List<Recording> recordings = profiles.of("pi");

        assertThat(recordings).hasSize(1);
        Recording recording = recordings.get(0);
        assertThat(recording.key().kind()).isEqualTo(new SliceKind("3g.20gb"));
        assertThat(recording.runs()).hasSize(1);
        assertThat(recording.runs().get(0).observed().count()).isEqualTo(253);
        assertThat(recording.samples()).hasSize(253);
        assertThat(recording.subjobs()).hasSize(1);
    }

    @Test
    void itsBoundsAreThoseOfItsSamples() throws Exception {
        JobProfile profile = profiles.of("pi").get(0).profile(Optional.of(Bytes.mebi(1)));

        // The longest steady atom took 31.9 ms.
        Duration upper = profile.span(new SliceKind("3g.20gb"), Phase.STEADY, 1, Promise.DEFAULT)
                .upper();
        assertThat(upper).isBetween(Duration.ofMillis(10), Duration.ofMillis(64));
    }
}
