package org.atomizable.examples.pages;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A complete command of a block of shell: the fewest lines that Bash can read.
 *
 * @param line where it begins, counted from 1
 */
record Statement(Block block, int line, String text) {

    /** Divides a block; its end is one statement if Bash cannot read it. */
    static List<Statement> of(Block block) throws IOException, InterruptedException {
        List<Statement> statements = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        int begun = block.line();
        int line = block.line();
        for (String each : block.text().lines().toList()) {
            line++;
            open.append(each).append('\n');
            if (!each.endsWith("\\") && misread(open.toString()).isEmpty()) {
                if (!open.toString().isBlank() && !open.toString().strip().startsWith("#")) {
                    statements.add(new Statement(block, begun, open.toString()));
                }
                open.setLength(0);
                begun = line;
            }
        }
        if (!open.isEmpty()) {
            statements.add(new Statement(block, begun, open.toString()));
        }
        return statements;
    }

    /** What Bash says against a script; empty if it can be read. */
    static String misread(String script) throws IOException, InterruptedException {
        Process bash =
                new ProcessBuilder("bash", "-n").redirectErrorStream(true).start();
        try (OutputStream in = bash.getOutputStream()) {
            in.write(script.getBytes(StandardCharsets.UTF_8));
        }
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return bash.waitFor() == 0 ? "" : "bash -n: " + said.strip();
    }

    String firstLine() {
        return text.lines().findFirst().orElse("").strip();
    }

    String place() {
        return block.page() + ":" + line;
    }

    @Override
    public String toString() {
        return place() + " " + firstLine();
    }
}
