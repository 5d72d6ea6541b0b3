package org.atomizable.checkpoint.safetensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
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
 *
 * <p>A file is either refused with an IOException, or what is read of it keeps every rule of the format; and neither costs
 * much more memory than the file has bytes.
 */
class SafetensorsFuzzTest {

    private static final int INPUTS = 60_000;
    private static final int MOST_REMEMBERED = 5_000;
    private static final int LONGEST = 4096;
    private static final String[] TOKENS = {
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\\",
        "\\u0000",
        "\\ud800",
        "null",
        "true",
        "1e9",
        "-1",
        "0.5",
        "\"dtype\"",
        "\"shape\"",
        "\"data_offsets\"",
        "\"__metadata__\"",
        "\"F32\"",
        "\"BOOL\"",
        "9223372036854775807",
        "18446744073709551616",
        "[0,4]",
        "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}",
        "../../x",
        "\u0000",
        "\ufeff",
        "[[[[[[[["
    };

    private final SplittableRandom random = new SplittableRandom(20261121);
    private final List<byte[]> corpus = new ArrayList<>();
    private final Set<String> answers = new HashSet<>();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void noFileMakesTheReaderFailInAnyOtherWayOrTakeMuchMemory() {
        seed();
        long minutes = Long.getLong("fuzz.minutes", 0);
        TimeSource time = TimeSource.system();
        long began = time.nanos();
        long inputs = 0;
        while (minutes == 0 ? inputs < INPUTS : (time.nanos() - began) / 60e9 < minutes) {
            byte[] input = mutated(corpus.get(random.nextInt(corpus.size())));
            if (answers.add(answer(input)) && corpus.size() < MOST_REMEMBERED) {
                corpus.add(input);
            }
            inputs++;
        }
        System.out.printf("fuzzed the reader with %d files; %d kinds of answer%n", inputs, answers.size());
        assertThat(answers.size()).isGreaterThan(20);
    }

    private void seed() {
        corpus.add(new byte[0]);
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        corpus.add(file(tensors));
        tensors.put("weights", Tensor.of(ElementType.F32, new long[] {2, 3}, ByteBuffer.allocate(24)));
        corpus.add(file(tensors));
        tensors.put("scalar \u00e9", Tensor.of(ElementType.I64, new long[] {}, ByteBuffer.allocate(8)));
        tensors.put("empty", Tensor.of(ElementType.BF16, new long[] {0, 7}, ByteBuffer.allocate(0)));
        corpus.add(file(tensors));
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

    private static byte[] file(Map<String, Tensor> tensors) {
        Header header = Header.of(tensors, Map.of("k", "v"));
        ByteBuffer file = ByteBuffer.allocate((int) (header.dataStart() + header.dataLength()));
        file.put(header.bytes());
        tensors.values().forEach(tensor -> file.put(tensor.data()));
        return file.array();
    }

    /** Returns what the reader said, without the numbers and names in it. */
    private String answer(byte[] input) {
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        String answer;
        try {
            Header header = Safetensors.header((into, position) -> read(input, into, position), input.length);
            answer = "read " + Math.min(header.entries().size(), 5);
            requireRules(header, input);
        } catch (MalformedFileException | EOFException e) {
            answer = String.valueOf(e.getMessage())
                    .replaceAll("\"[^\"]*\"", "\"\"")
                    .replaceAll("[^a-zA-Z' ]", "");
            answer = answer.substring(0, Math.min(answer.length(), 80));
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new AssertionError("the reader failed on " + Arrays.toString(input), e);
        }
        long taken = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertThat(taken)
                .as("memory for a file of %d bytes: %s", input.length, answer)
                .isLessThan((1L << 20) + 200L * input.length);
        return answer;
    }

    private static void read(byte[] input, ByteBuffer into, long position) throws EOFException {
        if (position + into.remaining() > input.length) {
            throw new EOFException("it is too short");
        }
        into.put(input, (int) position, into.remaining());
    }

    private static void requireRules(Header header, byte[] input) throws IOException {
        long end = 0;
        Set<String> names = new HashSet<>();
        for (Entry entry : header.entries()) {
            assertThat(entry.begin()).isEqualTo(end);
            assertThat(entry.needed()).isEqualTo(entry.length());
            assertThat(names.add(entry.name())).isTrue();
            end = entry.end();
            Tensor tensor = Safetensors.tensor((into, position) -> read(input, into, position), header, entry);
            assertThat(tensor.size().count()).isEqualTo(entry.length());
        }
        assertThat(header.dataStart() + end).isEqualTo(input.length);
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
        int end = Math.min(input.length, at + random.nextInt(9));
        byte[] middle = switch (random.nextInt(6)) {
            case 0 -> new byte[0];
            case 1 -> new byte[] {(byte) random.nextInt(256)};
            case 2 -> TOKENS[random.nextInt(TOKENS.length)].getBytes(StandardCharsets.UTF_8);
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
