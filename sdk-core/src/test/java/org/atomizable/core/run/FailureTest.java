package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.checkpoint.CheckpointException;
import org.junit.jupiter.api.Test;

class FailureTest {

    private static final AtomizableException OURS = new CheckpointException("the disk is full", "Free some space");

    @Test
    void ourOwnExceptionsSpeakForThemselves() {
        assertThat(Failure.describe(OURS)).isEqualTo(OURS.getMessage()).contains("the disk is full", "Free some space");
        assertThat(Failure.describe(new IOException("wrapped for the interface", OURS)))
                .isEqualTo(OURS.getMessage());
    }

    @Test
    void thoseOfAJobAreNamedWithTheirPlaceInOneLine() {
        assertThat(Failure.describe(new IllegalStateException("atom 7 is cursed")))
                .startsWith("IllegalStateException: atom 7 is cursed (at ")
                .contains("FailureTest")
                .doesNotContain("\n");
        assertThat(Failure.describe(new IllegalStateException())).startsWith("IllegalStateException (at ");
        assertThat(Failure.describe(new IOException("disk", new IllegalStateException("other"))))
                .startsWith("IOException: disk (at ");
    }

    @Test
    void oneWithoutATraceIsStillNamed() {
        IllegalStateException without = new IllegalStateException("cursed");
        without.setStackTrace(new StackTraceElement[0]);
        assertThat(Failure.describe(without)).isEqualTo("IllegalStateException: cursed");
    }
}
