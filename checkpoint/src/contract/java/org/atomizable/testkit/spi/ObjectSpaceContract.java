package org.atomizable.testkit.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.object.ObjectSpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What every implementation of an {@link ObjectSpace} owes. */
@ExtendWith(NeedsAssertJ.class)
public abstract class ObjectSpaceContract {

    /** Returns an empty one. */
    protected abstract ObjectSpace space() throws Exception;

    @Test
    void anObjectIsThereWholeOnceForcedAndNotBefore() throws Exception {
        ObjectSpace space = space();
        byte[] bytes = new byte[40 << 20];
        new Random(1).nextBytes(bytes);
        try (Disk.Writing writing = space.create("large")) {
            for (int at = 0; at < bytes.length; at += 1 << 20) {
                writing.append(ByteBuffer.wrap(bytes, at, 1 << 20));
            }
            assertThat(space.list("")).isEmpty();
            writing.force();
        }
        try (Disk.Reading reading = space.open("large")) {
            assertThat(reading.size()).isEqualTo(bytes.length);
            ByteBuffer part = ByteBuffer.allocate(1000);
            reading.read(part, (20 << 20) - 500);
            assertThat(part.flip()).isEqualTo(ByteBuffer.wrap(bytes, (20 << 20) - 500, 1000));
            assertThatThrownBy(() -> reading.read(ByteBuffer.allocate(2), bytes.length - 1))
                    .isInstanceOf(EOFException.class);
        }
    }

    @Test
    void anObjectThatIsClosedBeforeItIsForcedLeavesNoTrace() throws Exception {
        ObjectSpace space = space();
        try (Disk.Writing writing = space.create("given-up")) {
            writing.append(ByteBuffer.allocate(20 << 20));
        }

        assertThat(space.list("")).isEmpty();
        assertThatThrownBy(() -> space.open("given-up")).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void anEmptyObjectIsAnObject() throws Exception {
        ObjectSpace space = space();
        try (Disk.Writing writing = space.create("empty")) {
            writing.force();
        }
        try (Disk.Reading reading = space.open("empty")) {
            assertThat(reading.size()).isZero();
        }
    }

    @Test
    void keysAreListedByTheirBeginningAndCanBeRemovedTwice() throws Exception {
        ObjectSpace space = space();
        for (String key : List.of("a/1", "a/2", "b/1")) {
            space.put(key, "text", Optional.empty());
        }
        assertThat(space.list("a/")).containsExactlyInAnyOrder("a/1", "a/2");
        space.delete("a/1");
        space.delete("a/1");
        assertThat(space.list("")).containsExactlyInAnyOrder("a/2", "b/1");
        assertThat(space.get("a/1")).isEmpty();
    }

    @Test
    void aSmallObjectIsReplacedOnlyByWhoeverKnowsItsVersion() throws Exception {
        ObjectSpace space = space();
        assertThat(space.put("head", "one", Optional.empty())).isTrue();
        assertThat(space.put("head", "other", Optional.empty())).isFalse();
        String version = space.get("head").orElseThrow().version();
        assertThat(space.put("head", "two", Optional.of(version))).isTrue();
        assertThat(space.put("head", "three", Optional.of(version))).isFalse();
        assertThat(space.get("head").orElseThrow().text()).isEqualTo("two");
        assertThat(space.put("nothing", "x", Optional.of(version))).isFalse();
    }

    /** Where a server needs help to be as atomic as it should be, this gives it. */
    protected boolean put(ObjectSpace space, String text, String version) throws Exception {
        return space.put("head", text, Optional.of(version));
    }

    @Test
    void ofManyWhoReplaceAtTheSameTimeExactlyOneWins() throws Exception {
        ObjectSpace space = space();
        space.put("head", "0", Optional.empty());
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 20; round++) {
                String version = space.get("head").orElseThrow().version();
                int now = round;
                List<Callable<Boolean>> writers = new ArrayList<>();
                for (int writer = 0; writer < 8; writer++) {
                    String text = "round %s writer %s".formatted(now, writer);
                    writers.add(() -> put(space, text, version));
                }
                int winners = 0;
                for (Future<Boolean> each : threads.invokeAll(writers)) {
                    winners += each.get() ? 1 : 0;
                }
                assertThat(winners).as("round " + round).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
