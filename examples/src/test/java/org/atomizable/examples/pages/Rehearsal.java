package org.atomizable.examples.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Runs the shell of a page with programs that do nothing but note how they were called. Bash itself resolves quotes, variables and loops,
 * so what is judged is what a reader's shell would pass on.
 */
final class Rehearsal {

    /** The programs whose calls are judged. */
    private static final Set<String> NOTED = Set.of("atomizable", "mvnw", "java");

    private static final String NOTES = """
        #!/bin/bash
        printf '%s\\0' "$STATEMENT" "${0##*/}" "$#" "$@" >> "$NOTES"
        """;

    /** All other programs succeed without doing anything, and the shell stays in its directory. */
    private static final String PROLOGUE = """
        command_not_found_handle() { :; }
        cd() { :; }
        kill() { :; }
        timeout() { /usr/bin/timeout "$@"; }
        """;

    private static final Pattern INTO_A_FOLDER = Pattern.compile("> *([\\w./-]+)/[\\w.-]+");

    /**
     * A call of a program.
     *
     * @param program its name, without a directory
     */
    record Call(Statement statement, String program, List<String> arguments) {

        Call {
            arguments = List.copyOf(arguments);
        }

        @Override
        public String toString() {
            return statement.place() + " " + program + " " + String.join(" ", arguments);
        }
    }

    private Rehearsal() {}

    /** The calls that the statements make, in order. The directory must be empty. */
    static List<Call> of(List<Statement> statements, Path directory) throws IOException, InterruptedException {
        Path programs = Files.createDirectory(directory.resolve("programs"));
        Path notes = Files.createFile(directory.resolve("notes"));
        for (String name : NOTED) {
            for (Path place : List.of(programs, directory)) {
                Files.writeString(place.resolve(name), NOTES).toFile().setExecutable(true);
            }
        }
        StringBuilder script = new StringBuilder(PROLOGUE);
        for (int i = 0; i < statements.size(); i++) {
            script.append("export STATEMENT=").append(i).append('\n');
            String text = statements.get(i).text();
            for (MatchResult each : INTO_A_FOLDER.matcher(text).results().toList()) {
                Files.createDirectories(directory.resolve(each.group(1)));
            }
            script.append(text.replace("../../mvnw", "./mvnw"));
        }
        script.append("wait\n");
        ProcessBuilder bash = new ProcessBuilder("bash", "-c", script.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("said").toFile());
        bash.environment().put("PATH", programs.toString());
        bash.environment().put("NOTES", notes.toString());
        bash.start().waitFor();
        return read(statements, Files.readString(notes));
    }

    private static List<Call> read(List<Statement> statements, String notes) {
        List<String> words = Arrays.asList(notes.split("\0", -1));
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i + 2 < words.size(); ) {
            Statement statement = statements.get(Integer.parseInt(words.get(i)));
            int count = Integer.parseInt(words.get(i + 2));
            calls.add(new Call(statement, words.get(i + 1), words.subList(i + 3, i + 3 + count)));
            i += 3 + count;
        }
        return calls;
    }
}
