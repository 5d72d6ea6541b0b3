package org.atomizable.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.Grant;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.core.agent.Slices;
import org.atomizable.profiler.profile.Grounds;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.profile.KeptPromises;
import org.junit.jupiter.api.Test;

class ToWireTest {

    private static Subjob subjob() {
        Grant grant = Slices.grant(8);
        JobProfile profile = JobProfile.declared(Optional.of(Bytes.gibi(4))).with(Slices.samples(5, 10, 10));
        return Subjob.fit(grant, grant.starts(), 0, 10, profile, Promise.DEFAULT)
                .orElseThrow();
    }

    private static Grounds grounds(String timeMethod) {
        KeptPromises kept = KeptPromises.NONE.afterMemory(Promise.DEFAULT, false);
        return new Grounds("declared", timeMethod, 1, 1, 299, 59, kept);
    }

    @Test
    void anAcceptanceTellsOnWhichEvidenceBothBoundsRest() {
        AcceptMessage message = ToWire.acceptance(subjob(), grounds("order statistic"));

        assertThat(message.memoryMethod())
                .isEqualTo("declared; not promised before subjob 300; so far 0 of 1 exceeded");
        assertThat(message.timeMethod()).isEqualTo("order statistic");
    }

    @Test
    void aMethodThatTheSchedulerWouldRefuseForItsLengthIsShortened() {
        AcceptMessage message = ToWire.acceptance(subjob(), grounds("x".repeat(10_000)));

        assertThat(message.timeMethod()).hasSize(AcceptMessage.LONGEST_METHOD);
    }
}
