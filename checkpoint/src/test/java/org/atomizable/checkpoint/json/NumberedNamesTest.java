package org.atomizable.checkpoint.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.safetensors.Safetensors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many numbered names: Jackson's table of keys took them for an attack, in some JVMs and not in others. */
class NumberedNamesTest {

    /** Each factory has a salt of its own, as each JVM has. Of these names 8,000 were refused with every second one. */
    private static final int SALTS = 8;

    @TempDir
    Path directory;

    private static String name(int number) {
        return String.format(Locale.ROOT, "replay/episode-%06d/step-%06d", number / 100, number % 100);
    }

    private static String deepName(int number) {
        return String.format(Locale.ROOT, "replay/observations/episode-%08d/step-%08d", number / 1000, number % 1000);
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 20_000, 100_000})
    void anyNumberOfThemIsReadWithAnySalt(int count) throws Exception {
        byte[] json = IntStream.range(0, count)
                .mapToObj(it -> "\"%s\":%s,\"%s\":%s".formatted(name(it), it, deepName(it), it))
                .collect(Collectors.joining(",", "{", "}"))
                .getBytes(StandardCharsets.UTF_8);
        for (int salt = 0; salt < SALTS; salt++) {
            int keys = 0;
            try (JsonParser from =
                    UserKeys.within(StreamReadConstraints.defaults()).createParser(json)) {
                while (from.nextToken() != null) {
                    keys += from.currentToken() == JsonToken.FIELD_NAME ? 1 : 0;
                }
            }
            assertThat(keys).isEqualTo(2 * count);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 20_000, 100_000})
    void aFileOfThemIsRead(int count) throws Exception {
        Map<String, Tensor> state = new TreeMap<>();
        StateWriter to = state::put;
        for (int i = 0; i < count; i++) {
            to.longs(name(i), i);
        }
        Path file = directory.resolve("many.safetensors");
        Safetensors.write(file, state, Map.of());

        assertThat(Safetensors.read(file)).isEqualTo(state);
    }

    @Test
    void aStoreOfThemIsRead() throws Exception {
        CheckpointStore store = Checkpoints.in(directory.resolve("store"), "replay");
        try (CheckpointStore.Draft draft = store.open(1, FencingToken.NONE)) {
            for (int i = 0; i < 20_000; i++) {
                draft.state().longs(name(i), i);
                draft.note(deepName(i), Integer.toString(i));
            }
            draft.commit();
        }
        assertThat(store.latest().orElseThrow().state().longs(name(19_999))).containsExactly(19_999);
    }
}
