package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.atomizable.api.ElementType;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.Crc;
import org.atomizable.checkpoint.manifest.StoredTensor;
import org.atomizable.checkpoint.state.ParallelRanges;

class ReadingPlanProperties {

    /** A shard of random bytes. */
    private static final class Shard implements Disk.Reading {
        final byte[] content;

        Shard(int bytes, int seed) {
            content = new byte[bytes];
            new Random(seed).nextBytes(content);
        }

        @Override
        public long size() {
            return content.length;
        }

        @Override
        public void read(ByteBuffer into, long position) {
            into.put(content, (int) position, into.remaining());
        }

        @Override
        public void close() {}
    }

    @Property(tries = 60)
    void everyTensorIsReadOnceWithItsChecksumAndEveryRunGoesForwardsInOneShard(
            @ForAll @Size(min = 1, max = 3)
                    List<@Size(min = 1, max = 4) List<@IntRange(min = 0, max = 11_000_000) Integer>> shards,
            @ForAll @IntRange(min = 1, max = 9) int readers,
            @ForAll Random shuffle)
            throws IOException {
        List<Disk.Reading> files = new ArrayList<>();
        List<RestoredTensor> tensors = new ArrayList<>();
        for (int shard = 0; shard < shards.size(); shard++) {
            int position = 0;
            for (int bytes : shards.get(shard)) {
                StoredTensor stored = new StoredTensor(
                        shard + "." + position, ElementType.U8, List.of((long) bytes), shard, "00000000", "");
                tensors.add(new RestoredTensor(stored, position, bytes));
                position += bytes;
            }
            files.add(new Shard(position, shard));
        }
        Collections.shuffle(tensors, shuffle);

        ReadingPlan plan = ReadingPlan.of(tensors, readers);
        plan.read(ParallelRanges.computing(), files);

        for (RestoredTensor tensor : tensors) {
            byte[] content = ((Shard) files.get(tensor.stored().shard())).content;
            ByteBuffer written = ByteBuffer.wrap(
                    content, (int) tensor.position(), (int) tensor.stored().bytes());
            assertThat(tensor.data().duplicate().clear()).isEqualTo(written);
            assertThat(tensor.crc32c()).isEqualTo(Crc.of(written));
        }
        assertThat(plan.runs().stream().mapToInt(List::size).sum())
                .isEqualTo(tensors.stream().mapToInt(RestoredTensor::stretches).sum());
        long all = tensors.stream().mapToLong(it -> it.stored().bytes()).sum();
        assertThat((long) plan.runs().size())
                .as("a run ends with its share or with its shard")
                .isLessThanOrEqualTo(shards.size() + all / Math.max(1, Math.min(64L << 20, all / readers)));
        for (List<ReadingPlan.Stretch> run : plan.runs()) {
            assertThat(run)
                    .extracting(stretch -> stretch.tensor().stored().shard())
                    .containsOnly(run.get(0).tensor().stored().shard());
            assertThat(run)
                    .isSortedAccordingTo((a, b) -> a.tensor() == b.tensor()
                            ? Integer.compare(a.index(), b.index())
                            : Long.compare(a.tensor().position(), b.tensor().position()));
        }
    }

    @Property(tries = 100)
    void noReaderHasMuchMoreThanItsShare(
            @ForAll @IntRange(min = 1, max = 400) int tensors, @ForAll @IntRange(min = 1, max = 16) int readers) {
        List<RestoredTensor> equal = new ArrayList<>();
        for (int i = 0; i < tensors; i++) {
            StoredTensor stored = new StoredTensor("t" + i, ElementType.U8, List.of(1_000_000L), 0, "00000000", "");
            equal.add(new RestoredTensor(stored, 1_000_000L * i, 1_000_000));
        }

        assertThat(ReadingPlan.of(equal, readers).runs())
                .allSatisfy(run -> assertThat(run.size()).isLessThanOrEqualTo(tensors / readers + 1));
    }
}
