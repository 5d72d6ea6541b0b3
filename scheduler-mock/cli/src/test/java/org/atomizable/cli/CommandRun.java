package org.atomizable.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.atomizable.core.wire.WireJson;

/** What a command printed and how it ended. */
public record CommandRun(int code, String out, String err) {

    /** Runs one in this JVM. */
    public static CommandRun of(Object... arguments) {
        return in(System.getenv(), arguments);
    }

    /** Runs one in this JVM that reads the scheduler's options from that environment. */
    static CommandRun in(Map<String, String> environment, Object... arguments) {
        String[] args = new String[arguments.length];
        for (int i = 0; i < args.length; i++) {
            args[i] = arguments[i].toString();
        }
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
        try {
            int code = Main.run(environment, args);
            return new CommandRun(
                    code, outBytes.toString(StandardCharsets.UTF_8), errBytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /** Returns how to run one in a JVM of its own, which starts fast, and logs as the program does. */
    static List<String> inAnotherJvm(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Datomizable.log=text",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns the same as a line of the shell. */
    static String inAnotherJvmOfTheShell(String... arguments) {
        return "'" + String.join("' '", inAnotherJvm(arguments)) + "'";
    }

    /** Returns what was printed, read as JSON. */
    public JsonNode json() throws Exception {
        return WireJson.mapper().readTree(out);
    }
}
