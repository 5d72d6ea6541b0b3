package org.atomizable.cli.checkpoint;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.atomizable.api.Tensor;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.safetensors.Safetensors;
import org.atomizable.checkpoint.safetensors.UnsupportedFileException;
import org.atomizable.cli.terminal.Board;
import org.atomizable.cli.terminal.Counted;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable checkpoint import}. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {
            "Commits the tensors of a safetensors file as a job's newest checkpoint, in a new store if there "
                    + "is none."
        })
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class ImportCommand implements Callable<Integer> {

    /** The outcome, for machines. */
    record Imported(long nextAtom, String sha256) {}

    @Mixin
    private StoreOption store;

    @Parameters(index = "1", paramLabel = "FILE", description = "A safetensors file on this machine.")
    private String from;

    @Option(names = "--job", required = true, description = "The name of the job whose state it is.")
    private String job;

    @Option(
            names = "--next-atom",
            required = true,
            description = "The first atom that it does not include; the job continues there.")
    private long nextAtom;

    @Option(
            names = "--token",
            defaultValue = "0",
            description = "Fencing token; must not be older than any that the store has seen. Default: 0.")
    private long token;

    @Override
    public Integer call() throws Exception {
        Path file = LocalFile.named(from);
        try (Board board = Board.onStandardError()) {
            board.showing("importing " + file);
            importFrom(file);
        }
        return 0;
    }

    private void importFrom(Path file) throws Exception {
        Map<String, Tensor> tensors = read(file);
        try {
            commit(file, tensors);
        } catch (StaleTokenException older) {
            throw new CheckpointException(
                    "token %s is older than %s, the newest that the store has seen"
                            .formatted(token, older.newest().value()),
                    "If no worker runs the job, give --token %s"
                            .formatted(older.newest().value()),
                    older);
        }
    }

    private void commit(Path file, Map<String, Tensor> tensors) throws Exception {
        try (CheckpointStore opened = store.openFor(job);
                CheckpointStore.Draft draft = opened.open(nextAtom, new FencingToken(token))) {
            for (Map.Entry<String, Tensor> each : tensors.entrySet()) {
                draft.state().tensor(each.getKey(), each.getValue());
            }
            draft.note("importedFrom", String.valueOf(file.getFileName()));
            Checkpoint committed = draft.commit();
            if (store.json) {
                Printed.json(new Imported(committed.nextAtom(), committed.sha256()));
            } else {
                System.out.printf(
                        "%s of %s %s job %s's state before atom %s, sha256 %s%n",
                        Counted.of(tensors.size(), "tensor"),
                        committed.size(),
                        tensors.size() == 1 ? "is" : "are",
                        job,
                        committed.nextAtom(),
                        committed.sha256());
            }
        }
    }

    private static Map<String, Tensor> read(Path file) throws CheckpointException {
        try {
            return Safetensors.read(file);
        } catch (NoSuchFileException e) {
            throw new CheckpointException("there is no file %s".formatted(file), "Name a safetensors file", e);
        } catch (UnsupportedFileException e) {
            throw new CheckpointException("%s cannot be imported (%s)".formatted(file, e.getMessage()), e.remedy(), e);
        } catch (IOException e) {
            throw new CheckpointException(
                    "%s cannot be imported (%s)".formatted(file, e.getMessage()), "Name a whole safetensors file", e);
        }
    }
}
