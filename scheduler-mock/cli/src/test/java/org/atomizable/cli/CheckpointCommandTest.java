package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.atomizable.api.Metric;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointCommandTest {

    @TempDir
    Path directory;

    private Path store;

    @BeforeEach
    void storeOfThree() throws Exception {
        store = directory.resolve("store");
        try (CheckpointStore opened = Checkpoints.in(store, "walk")) {
            for (long atom = 1; atom <= 3; atom++) {
                try (CheckpointStore.Draft draft = opened.open(10 * atom, new FencingToken(atom))) {
                    draft.state().doubles("position", atom, 2 * atom);
                    draft.state().text("fixed", "always the same");
                    draft.measured(Metric.exact("loss", 1.0 / atom));
                    draft.note("seed", "42");
                    draft.commit();
                }
            }
        }
    }

    private CommandRun run(String command, Object... arguments) {
        List<Object> args = new ArrayList<>(List.of("checkpoint", command, store));
        args.addAll(List.of(arguments));
        return CommandRun.of(args.toArray());
    }

    private Path shardOf(long sequence) throws Exception {
        try (Stream<Path> all = Files.walk(store)) {
            return all.filter(it -> it.toString().contains(String.format(Locale.ROOT, "checkpoint-%012d", sequence)))
                    .filter(it -> it.toString().endsWith(".safetensors"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void lsTellsWhatThereIsNewestFirst() throws Exception {
        CommandRun text = run("ls");
        JsonNode json = run("ls", "--json").json();

        assertThat(text.code()).isZero();
        assertThat(text.out()).contains("job walk", "loss=0.5").containsSubsequence("30", "20", "10");
        assertThat(json.get("checkpoints").findValuesAsText("nextAtom")).containsExactly("30", "20", "10");
        assertThat(json.get("damaged")).isEmpty();
    }

    @Test
    void showTellsEveryTensorAndWhatWasNoted() throws Exception {
        assertThat(run("show").out()).contains("before atom 30", "position", "F64", "seed: 42", "loss = 0.33");
        assertThat(run("show", "1", "--json").json().at("/manifest/nextAtom").asLong())
                .isEqualTo(10);
    }

    @Test
    void verifyExitsWithOneAndNamesTheTensorIfABitIsFlipped() throws Exception {
        assertThat(run("verify").code()).isZero();
        byte[] bytes = Files.readAllBytes(shardOf(2));
        bytes[bytes.length - 1] ^= 1;
        Files.write(shardOf(2), bytes);

        CommandRun all = run("verify", "--json");

        assertThat(all.code()).isEqualTo(1);
        assertThat(all.json().at("/damage/0/checkpoint").asText()).contains("000000000002");
        assertThat(all.json().at("/damage/0/what").asText()).contains("fixed");
        assertThat(run("verify", "2").out()).contains("is damaged: tensor \"fixed\"");
        assertThat(run("verify", "latest").code()).isZero();
    }

    @Test
    void diffTellsWhatChangedAndByHowMuch() throws Exception {
        JsonNode json = run("diff", "1", "3", "--values", "--json").json();

        assertThat(json.get("changes")).hasSize(1);
        assertThat(json.at("/changes/0/name").asText()).isEqualTo("position");
        assertThat(json.at("/changes/0/largest").asDouble()).isEqualTo(4);
        assertThat(run("diff", "1").out()).contains("1 of 2 tensors differ", "changed");
    }

    @Test
    void gcKeepsWhatThePolicyWhatIsPinnedAndTheNewest() throws Exception {
        run("pin", "1");
        assertThat(run("gc", "--keep", "latest:1", "--dry-run").out()).contains("would remove checkpoint-000000000002");
        assertThat(run("ls", "--json").json().get("checkpoints")).hasSize(3);

        run("gc", "--keep", "latest:1");
        assertThat(run("ls", "--json").json().get("checkpoints").findValuesAsText("nextAtom"))
                .containsExactly("30", "10");

        run("pin", "1", "--remove");
        run("gc", "--keep", "least:loss");
        assertThat(run("ls", "--json").json().get("checkpoints").findValuesAsText("nextAtom"))
                .containsExactly("30");
    }

    @Test
    void gcByAMetricThatNoCheckpointHasRemovesNothing() throws Exception {
        assertThat(run("gc", "--keep", "latest:1,best:accuracy:2").err())
                .contains("has a metric accuracy", "best:accuracy keeps none", "nothing was removed", "loss");
        assertThat(run("ls", "--json").json().get("checkpoints")).hasSize(3);
    }

    @Test
    void theFilesOfAResumableCommandAreExported() throws Exception {
        store = directory.resolve("files");
        try (CheckpointStore resumable = Checkpoints.in(store, "count");
                CheckpointStore.Draft draft = resumable.open(1, new FencingToken(1))) {
            draft.state().text("entries", "d 755 \0f 640 count\0d 755 empty\0l 777 latest\0count\0");
            draft.state().text("file:count/0", "40");
            draft.commit();
        }
        Path to = directory.resolve("exported");

        assertThat(run("export", "latest", to, "--files").code()).isZero();
        assertThat(to.resolve("latest")).hasContent("40");
        assertThat(to.resolve("empty")).isEmptyDirectory();
        assertThat(run("export", "latest", to, "--files").err()).contains("exists");
        store = directory.resolve("store");
        assertThat(run("export", "latest", directory.resolve("none"), "--files").err())
                .contains("no files of a resumable command");
    }

    @Test
    void whatIsExportedIsTheSameStateWhenImported() throws Exception {
        Path file = directory.resolve("state.safetensors");
        String sha256 = run("show", "--json").json().at("/manifest/sha256").asText();
        assertThat(run("export", "latest", file).code()).isZero();
        assertThat(run("export", "latest", file).err()).contains("exists");
        Path nowhere = directory.resolve("none").resolve("file");
        assertThat(run("export", "latest", nowhere).err())
                .contains(nowhere + " cannot be written: its directory does not exist.");

        CommandRun older = run("import", file, "--job", "walk", "--next-atom", "40");
        assertThat(older.code()).isEqualTo(1);
        assertThat(older.err()).contains("token 0 is older than 3", "give --token 3");

        store = directory.resolve("other");
        CommandRun imported = run("import", file, "--job", "walk", "--next-atom", "30", "--json");

        assertThat(imported.json().get("sha256").asText()).isEqualTo(sha256);
        assertThat(imported.json().fieldNames()).toIterable().containsExactly("nextAtom", "sha256");
        assertThat(run("ls", "--json").json().fieldNames())
                .toIterable()
                .containsExactly("job", "checkpoints", "damaged");
        store = directory.resolve("plain");
        assertThat(run("import", file, "--job", "walk", "--next-atom", "30").out())
                .startsWith("2 tensors of ");
    }

    @Test
    void verifyReportsAFenceThatIsBrokenOrMissing() throws Exception {
        Path fence = store.resolve("fence.json");
        Files.writeString(fence, "{}");
        CommandRun broken = run("verify");
        assertThat(broken.code()).isEqualTo(1);
        assertThat(broken.err()).contains("the fence is damaged");

        Files.delete(fence);
        CommandRun missing = run("verify", "--json");

        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.json().at("/damage/0/checkpoint").asText()).isEqualTo("the fence");
        assertThat(missing.json().at("/damage/0/what").asText()).contains("it is missing");
    }

    @Test
    void anImportedStoreHasAFence() {
        Path file = directory.resolve("state.safetensors");
        run("export", "latest", file);
        store = directory.resolve("other");
        run("import", file, "--job", "walk", "--next-atom", "30");

        assertThat(store.resolve("fence.json")).exists();
        assertThat(run("verify").code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"s3:/bucket/job", "gs://bucket/job", "s3://bucket/job?endpoint=http://127.0.0.1:1&region=r"})
    void aPlaceThatIsNoDirectoryIsNeverMadeOne(String place) {
        System.setProperty("aws.accessKeyId", "user");
        System.setProperty("aws.secretAccessKey", "secret");
        Path file = directory.resolve("state.safetensors");
        run("export", "latest", file);
        List<List<Object>> commands = List.of(
                List.of("ls"),
                List.of("show"),
                List.of("verify"),
                List.of("diff", "1"),
                List.of("pin", "1"),
                List.of("gc"),
                List.of("export", "latest", directory.resolve("again.safetensors")),
                List.of("import", file, "--job", "walk", "--next-atom", "30"));
        for (List<Object> command : commands) {
            List<Object> args = new ArrayList<>(List.of("checkpoint", command.get(0), place));
            args.addAll(command.subList(1, command.size()));

            CommandRun refused = CommandRun.of(args.toArray());

            assertThat(refused.code()).as("%s", command).isEqualTo(1);
            assertThat(refused.err()).as("%s", command).contains("://").doesNotContain("defect", "\tat ");
        }
        assertThat(Path.of("s3:")).doesNotExist();
        assertThat(Path.of("gs:")).doesNotExist();
        assertThat(run("export", "latest", place).err()).contains("s3://");
        assertThat(run("import", place, "--job", "walk", "--next-atom", "30").err())
                .contains("s3://");
    }

    @Test
    void aFileOfAnUnsupportedTypeIsToldApartFromOneThatIsNoSafetensorsFile() throws Exception {
        Path file = directory.resolve("complex.safetensors");
        String header = "{\"x\":{\"dtype\":\"C64\",\"shape\":[1],\"data_offsets\":[0,8]}}";
        ByteBuffer bytes = ByteBuffer.allocate(16 + header.length()).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(header.length()).put(header.getBytes(StandardCharsets.UTF_8));
        Files.write(file, bytes.array());

        assertThat(run("import", file, "--job", "walk", "--next-atom", "1").err())
                .contains("dtype \"C64\"", "Convert the tensor")
                .doesNotContain("not a safetensors file");
        Files.writeString(file, "no tensors at all");
        assertThat(run("import", file, "--job", "walk", "--next-atom", "1").err())
                .contains("not a safetensors file", "Name a whole safetensors file");
    }

    @Test
    void mistakesAreNamedWithARemedyAndWithoutAStackTrace() {
        assertThat(run("show", "99").err()).contains("are called \"99\"", "Name one of");
        assertThat(run("gc", "--keep", "newest").err()).contains("is no retention policy", "latest:3");
        assertThat(run("import", directory, "--job", "walk", "--next-atom", "1").err())
                .contains("cannot be imported");
        store = directory.resolve("nowhere");
        CommandRun nowhere = run("ls");
        assertThat(nowhere.code()).isEqualTo(1);
        assertThat(nowhere.err()).contains("there is no checkpoint store").doesNotContain("\tat ");
        assertThat(nowhere.err()).contains("Name the directory of a store");
    }
}
