package org.atomizable.engine.slurm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Answers of a real cluster, as they were recorded: after a line with a command come the lines that it printed. */
final class RecordedSlurm implements SlurmCalls {

    private final Map<String, String> answers = new LinkedHashMap<>();
    private final List<String> asked = new ArrayList<>();
    private Optional<String> exported = Optional.empty();

    RecordedSlurm(String file) throws IOException {
        try (InputStream recorded = Objects.requireNonNull(RecordedSlurm.class.getResourceAsStream(file))) {
            String command = "";
            for (String line : new String(recorded.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (line.startsWith("$ ")) {
                    command = line.substring(2);
                } else {
                    answers.merge(command, line + "\n", String::concat);
                }
            }
        }
    }

    /** Returns when it was recorded. */
    Instant now() {
        return Instant.ofEpochSecond(
                Long.parseLong(answers.getOrDefault("date", "").strip()));
    }

    /** Returns the commands that were given, each by its first words. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    /** Returns the environment that the last submission named; empty if none did. */
    Optional<String> exported() {
        return exported;
    }

    @Override
    public String run(List<String> command) {
        String words = String.join(
                        " ",
                        command.stream()
                                .filter(it -> !it.startsWith("--format"))
                                .toList())
                .replace("squeue --noheader", "squeue");
        asked.add(words);
        exported = command.stream()
                .filter(it -> it.startsWith("--export="))
                .map(it -> it.substring("--export=".length()))
                .findFirst()
                .or(() -> exported);
        return answers.getOrDefault(words, "");
    }
}
