package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.FencingToken;
import org.junit.jupiter.api.Test;

class RetentionTest {

    private static CheckpointSummary summary(long atom, Instant at, OptionalDouble loss) {
        return new CheckpointSummary(
                String.format(Locale.ROOT, "checkpoint-%012d", atom),
                atom,
                FencingToken.NONE,
                at,
                Bytes.of(1),
                Bytes.of(1),
                Bytes.of(1),
                "",
                loss.isPresent() ? Map.of("loss", loss.getAsDouble()) : Map.of(),
                Map.of(),
                false);
    }

    /** Every 4 atoms one, every 20 minutes; newest first. The loss falls to 2 at atom 20 and rises again; at atom 8 it was not measured. */
    private static List<CheckpointSummary> ten() {
        List<CheckpointSummary> ten = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
            Instant at = Instant.EPOCH.plus(Duration.ofMinutes(20L * i));
            ten.add(summary(4L * i, at, i == 2 ? OptionalDouble.empty() : OptionalDouble.of(2 + Math.abs(i - 5))));
        }
        Collections.reverse(ten);
        return ten;
    }

    private static List<Long> kept(String policy) {
        List<CheckpointSummary> all = ten();
        return Retention.parse(policy).kept(all).stream()
                .map(name -> Long.parseLong(name.substring("checkpoint-".length())))
                .sorted()
                .toList();
    }

    @Test
    void everyPolicyKeepsWhatItSays() {
        assertThat(kept("latest:3")).containsExactly(32L, 36L, 40L);
        assertThat(kept("latest:99")).hasSize(10);
        assertThat(kept("everything")).hasSize(10);
        assertThat(kept("atoms:10")).containsExactly(4L, 12L, 20L, 32L, 40L);
        // 20 minutes to 200, three in an hour.
        assertThat(kept("every:PT1H")).containsExactly(4L, 12L, 24L, 36L);
        assertThat(kept("least:loss")).containsExactly(20L);
        assertThat(kept("least:loss:3")).containsExactly(16L, 20L, 24L);
        // Of two that are equal, the older.
        assertThat(kept("least:loss:2")).containsExactly(16L, 20L);
        assertThat(kept("best:loss:2")).containsExactly(4L, 40L);
        assertThat(kept("best:loss")).containsExactly(40L);
        assertThat(kept("best:accuracy:2")).isEmpty();
        assertThat(kept("latest:1, least:loss , atoms:20")).containsExactly(4L, 20L, 40L);
    }

    @Test
    void theOrderInWhichTheyAreListedDoesNotMatterForPeriods() {
        List<CheckpointSummary> oldestFirst = new ArrayList<>(ten());
        Collections.reverse(oldestFirst);
        for (Retention policy : List.of(Retention.everyAtoms(10), Retention.every(Duration.ofHours(1)))) {
            assertThat(policy.kept(oldestFirst)).isEqualTo(policy.kept(ten()));
        }
    }

    @Test
    void whatIsNoPolicyIsRefusedAndOneIsShown() {
        for (String text : List.of(
                "",
                "newest",
                "latest",
                "latest:x",
                "latest:3:2",
                "atoms:1:1",
                "every:1h",
                "every:PT1H:2",
                "best:loss:x",
                "latest:3,",
                "everything:1")) {
            assertThatThrownBy(() -> Retention.parse(text))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is no retention policy; write latest:3");
        }
        for (String text : List.of("latest:0", "atoms:0", "best:loss:0", "least:loss:0", "every:PT0S", "every:-PT1H")) {
            assertThatThrownBy(() -> Retention.parse(text))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("must be");
        }
        assertThat(kept("latest:1")).containsExactly(40L);
        assertThat(kept("atoms:1")).hasSize(10);
    }
}
