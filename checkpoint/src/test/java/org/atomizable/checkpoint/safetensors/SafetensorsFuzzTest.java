package org.atomizable.checkpoint.safetensors;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.atomizable.api.ElementType;
import org.atomizable.api.Tensor;
import org.atomizable.api.time.TimeSource;
import org.junit.jupiter.api.Test;

/**
 * Feeds the reader files that were mutated at random, beginning with a corpus of good and hostile ones; whatever makes it
 * answer in a new way joins the corpus. {@code -Dfuzz.minutes=10} for a long run.
 */
class SafetensorsFuzzTest {

    private static final int INPUTS = 60_000;
    private static final int MOST_REMEMBERED = 5_000;
    private static final int LONGEST = 4096;

    private final SplittableRandom random = new SplittableRandom(20261121);
    private final List<byte[]> corpus = new ArrayList<>();
    private final Set<String> answers = new HashSet<>();

    @Test
    void noFileMakesTheReaderFailInAnyOtherWayOrTakeMuchMemory() {
        seed();
        long minutes = Long.getLong("fuzz.minutes", 0);
        TimeSource time = TimeSource.system();
        long began = time.nanos();
        long inputs = 0;
        while (minutes == 0 ? inputs < INPUTS : (time.nanos() - began) / 60e9 < minutes) {
            byte[] input = mutated(corpus.get(random.nextInt(corpus.size())));
            if (answers.add(Answer.to(input).kind()) && corpus.size() < MOST_REMEMBERED) {
                corpus.add(input);
            }
            inputs++;
        }
        System.out.printf("fuzzed the reader with %s files; %s kinds of answer%n", inputs, answers.size());
        assertThat(answers.size()).isGreaterThan(20);
    }

    private void seed() {
        corpus.add(new byte[0]);
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        corpus.add(Answer.file(tensors, Map.of("k", "v")));
        tensors.put("weights", Tensor.of(ElementType.F32, new long[] {2, 3}, ByteBuffer.allocate(24)));
        corpus.add(Answer.file(tensors, Map.of("k", "v")));
        tensors.put("scalar \u00e9", Tensor.of(ElementType.I64, new long[] {}, ByteBuffer.allocate(8)));
        tensors.put("empty", Tensor.of(ElementType.BF16, new long[] {0, 7}, ByteBuffer.allocate(0)));
        corpus.add(Answer.file(tensors, Map.of("k", "v")));
        corpus.add(headed(Long.MIN_VALUE, "{}", 0));
        corpus.add(headed(-1, "{}", 0));
        corpus.add(headed(2, "{}", 0));
        corpus.add(headed("{\"a\":" + "[".repeat(1000)));
        corpus.add(headed("{\"a\":" + "{\"a\":".repeat(1000)));
        corpus.add(headed("{\"../../etc/passwd\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}"));
        corpus.add(headed("{\"a\":{\"dtype\":\"U8\",\"shape\":[" + "9".repeat(500) + "],\"data_offsets\":[0,0]}}"));
        corpus.add(headed("{\"a\":{\"dtype\":\"F64\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,0]}}"));
    }

    private static byte[] headed(String json) {
        return headed(json.getBytes(StandardCharsets.UTF_8).length, json, 0);
    }

    private static byte[] headed(long claimed, String json, int data) {
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + text.length + data)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(claimed)
                .put(text)
                .array();
    }

    private byte[] mutated(byte[] from) {
        byte[] input = from.clone();
        for (int times = 1 + random.nextInt(4); times > 0; times--) {
            input = mutatedOnce(input);
        }
        if (input.length >= 8 && random.nextInt(3) > 0) {
            // Otherwise most would be refused for their length alone.
            ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN).putLong(0, headerLength(input));
        }
        return input.length > LONGEST ? Arrays.copyOf(input, LONGEST) : input;
    }

    private long headerLength(byte[] input) {
        int last = input.length;
        while (last > 8 && input[last - 1] != '}') {
            last--;
        }
        return random.nextInt(8) == 0 ? random.nextLong() : last - 8L;
    }

    private byte[] mutatedOnce(byte[] input) {
        int at = random.nextInt(input.length + 1);
        // Now and then much of what follows, or all of it.
        int end = Math.min(input.length, at + random.nextInt(random.nextInt(8) == 0 ? LONGEST : 9));
        byte[] middle = switch (random.nextInt(6)) {
            case 0 -> new byte[0];
            case 1 -> new byte[] {(byte) random.nextInt(256)};
            case 2 -> Tokens.ALL.get(random.nextInt(Tokens.ALL.size())).getBytes(StandardCharsets.UTF_8);
            case 3 -> new byte[end - at];
            case 4 -> spliced();
            default -> flipped(Arrays.copyOfRange(input, at, end));
        };
        boolean inserts = random.nextBoolean();
        byte[] tail = Arrays.copyOfRange(input, inserts ? at : end, input.length);
        return ByteBuffer.allocate(at + middle.length + tail.length)
                .put(input, 0, at)
                .put(middle)
                .put(tail)
                .array();
    }

    private byte[] spliced() {
        byte[] other = corpus.get(random.nextInt(corpus.size()));
        int from = random.nextInt(other.length + 1);
        return Arrays.copyOfRange(other, from, Math.min(other.length, from + random.nextInt(100)));
    }

    private byte[] flipped(byte[] bytes) {
        if (bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }
}
