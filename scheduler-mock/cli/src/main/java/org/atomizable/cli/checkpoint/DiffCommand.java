package org.atomizable.cli.checkpoint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.atomizable.checkpoint.Catalog;
import org.atomizable.checkpoint.TensorChange;
import org.atomizable.cli.terminal.Board;
import org.atomizable.cli.terminal.Counted;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable checkpoint diff}. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        description = "Tells which tensors differ between two checkpoints.")
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class DiffCommand implements Callable<Integer> {

    /** The outcome, for machines. */
    record Compared(String from, String to, List<Map<String, Object>> changes) {}

    @Mixin
    private StoreOption store;

    @Parameters(index = "1", paramLabel = "CHECKPOINT", description = "The earlier one.")
    private String first;

    @Parameters(index = "2", paramLabel = "CHECKPOINT", defaultValue = "latest", description = "Default: latest.")
    private String second;

    @Option(names = "--values", description = "Compare the data too: how many bytes differ, and by how much at most.")
    private boolean values;

    @Override
    public Integer call() throws Exception {
        Catalog catalog = store.open();
        String from = catalog.find(first);
        String to = catalog.find(second);
        List<TensorChange> changes;
        try (Board board = Board.onStandardError()) {
            board.showing("comparing %s with %s".formatted(to, from));
            changes = catalog.diff(from, to, values);
        }
        int tensors = catalog.manifest(to).tensors().size();
        if (store.json) {
            Printed.json(new Compared(
                    from, to, changes.stream().map(DiffCommand::fields).toList()));
            return 0;
        }
        System.out.printf(
                "from %s to %s: %s of %s %s%n",
                from,
                to,
                changes.size(),
                Counted.of(tensors, "tensor"),
                changes.size() == 1 && tensors == 1 ? "differs" : "differ");
        for (TensorChange change : changes) {
            System.out.printf(
                    "%-10s %-40s %-24s %10s  %s%n",
                    kind(change),
                    change.name(),
                    change.after().or(change::before).orElse(""),
                    Printed.size(change.bytes()),
                    by(change));
        }
        return 0;
    }

    private static String kind(TensorChange change) {
        if (change.before().isEmpty()) {
            return "added";
        }
        if (change.after().isEmpty()) {
            return "removed";
        }
        return change.before().equals(change.after()) ? "changed" : "reshaped";
    }

    private static String by(TensorChange change) {
        String bytes = change.changedBytes().map(it -> it + " bytes differ").orElse("");
        return change.largest().isPresent()
                ? bytes
                        + String.format(
                                Locale.ROOT,
                                ", by %.3g at most",
                                change.largest().getAsDouble())
                : bytes;
    }

    private static Map<String, Object> fields(TensorChange change) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("kind", kind(change));
        fields.put("name", change.name());
        change.before().ifPresent(it -> fields.put("before", it));
        change.after().ifPresent(it -> fields.put("after", it));
        fields.put("bytes", change.bytes());
        change.changedBytes().ifPresent(it -> fields.put("changedBytes", it));
        change.largest().ifPresent(it -> fields.put("largest", it));
        return fields;
    }
}
