package org.atomizable.scheduler.clear;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.junit.jupiter.api.Test;

/** The example in docs/clearing.md, computed again. */
class DocumentedClearingTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Window HOUR = new Window(
            "w", new Slice("s", new SliceKind("1g.10gb"), Bytes.gibi(9)), Bytes.gibi(9), NOON, Duration.ofHours(1));

    /** C's earlier lease: 1,000 atoms were announced to take 600 s of 660 s, and an hour brought 590. */
    private static final ServiceRecord DOUBTED = ServiceRecord.FRESH
            .won(new ServiceRecord.Claim(
                    0, 1000, Duration.ofSeconds(600), Duration.ofSeconds(660), Duration.ofHours(1)))
            .after(Duration.ofHours(1), 590);

    private static final ServiceRecord HELD = ServiceRecord.attained(Duration.ofSeconds(3000), 0);

    private static final SelectionCandidate A = job("A", 300, 3000, OptionalLong.of(400), ServiceRecord.FRESH);
    private static final SelectionCandidate B = job("B", 120, 2400, OptionalLong.of(120), ServiceRecord.FRESH);
    private static final SelectionCandidate C = job("C", 1000, 600, OptionalLong.of(1000), DOUBTED);
    private static final SelectionCandidate D = job("D", 270, 2700, OptionalLong.empty(), HELD);

    private static SelectionCandidate job(String id, long atoms, long useful, OptionalLong left, ServiceRecord seen) {
        return job(id, atoms, useful, left, seen, 0, Optional.empty());
    }

    private static SelectionCandidate job(
            String id,
            long atoms,
            long useful,
            OptionalLong left,
            ServiceRecord seen,
            int priority,
            Optional<Instant> deadline) {
        return new SelectionCandidate(
                id,
                NOON.minusSeconds(60),
                NOON.minusSeconds(60),
                priority,
                deadline,
                atoms,
                Duration.ofSeconds(useful),
                Duration.ofSeconds(useful + 60),
                left,
                true,
                seen,
                0,
                1);
    }

    private static Choice choice(String policy, SelectionCandidate... jobs) throws UnknownPolicyException {
        return SelectionPolicy.named(policy).select(HOUR, List.of(jobs)).orElseThrow();
    }

    @Test
    void theExampleIsComputedAsWritten() throws IOException {
        String documented = Files.readString(Path.of("../../docs/clearing.md"));
        assertThat(DOUBTED.doubt()).isEqualTo(10);
        for (SelectionCandidate job : List.of(A, B, C, D)) {
            assertThat(documented.lines().filter(it -> it.startsWith("| " + job.job() + " |")))
                    .singleElement()
                    .asString()
                    .endsWith(String.format(
                            Locale.ROOT, "%,d s |", job.remaining().toSeconds()));
        }
        assertThat(documented).contains("20 · (2,400 s + 3,600 s) = 120,000 s");
    }

    @Test
    void eachPolicyChoosesAsWritten() throws UnknownPolicyException {
        assertThat(choice("remaining", A, B, C, D)).isEqualTo(new Choice(B, "least work left, 2400 s, of 4"));
        assertThat(choice("efficiency", A, B, C, D).winner()).isEqualTo(B);
        assertThat(choice("useful-share", A, B, C, D)).isEqualTo(new Choice(A, "largest useful share, 83 %, of 4"));

        SelectionCandidate important =
                job("A", 300, 3000, OptionalLong.of(400), ServiceRecord.FRESH, 1, Optional.empty());
        assertThat(choice("weighted", important, B, C, D).winner()).isEqualTo(important);

        SelectionCandidate due =
                job("D", 270, 2700, OptionalLong.empty(), HELD, 0, Optional.of(NOON.plusSeconds(6500)));
        assertThat(choice("slack", A, B, C, due)).isEqualTo(new Choice(due, "least slack, 3500 s, of 4"));
    }
}
