package org.atomizable.core.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;

/** Requests to a program and its answers, as JSON lines: each request has one answer, which may come after lines of progress. */
final class Conversation {

    /** No line is longer, in bytes. */
    private static final int LONGEST = 1 << 20;

    private static final int QUOTED = 200;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Program program;
    private final TimeSource time;
    private final InputStream answers;
    private final OutputStream requests;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private volatile boolean late;

    Conversation(Program program, TimeSource time) {
        this.program = program;
        this.time = time;
        this.answers = program.answers();
        this.requests = program.requests();
    }

    /** Returns the program that is talked to. */
    Program program() {
        return program;
    }

    /** Returns an empty object to put a request into. */
    static ObjectNode request(String what) {
        return JSON.createObjectNode().put("do", what);
    }

    /**
     * Asks, and waits for the answer for a limited time; then the program is killed.
     *
     * @param answer the property that the answer has
     */
    JsonNode ask(ObjectNode request, String answer, Duration limit) throws CommandException {
        return askIfAlive(request, answer, limit)
                .orElseThrow(() -> ended(withoutAnswer(request.path("do").asText())));
    }

    /** Asks with the same limit. Returns empty if the program ends with exit code 0 instead of answering. */
    Optional<JsonNode> askIfAlive(ObjectNode request, String answer, Duration limit) throws CommandException {
        String what = request.path("do").asText();
        TimeSource.Timer timer = time.schedule(limit, () -> {
            late = true;
            program.abort();
        });
        try {
            return exchange(request.toString(), what, answer, withoutAnswer(what));
        } catch (CommandException e) {
            if (late) {
                // How it ended then is our doing.
                throw new CommandException(
                        "the command did not answer \"%s\" within %s s%s"
                                .formatted(what, limit.toSeconds(), program.lastWords()),
                        what.equals("start")
                                ? "It must speak the protocol of docs/any-command.md (in Python: import atomizable)."
                                        + " Give it more time with --start-limit, or run it with --resumable"
                                : "Correct it, or give it more time (--answer-limit)");
            }
            throw e;
        } finally {
            timer.cancel();
        }
    }

    /** Asks for an atom. There is no limit here; the agent kills the worker when its grant ends. */
    JsonNode askForAtom(long atom) throws CommandException {
        String request = "{\"do\":\"run\",\"atom\":" + atom + "}";
        String when = "did not end atom " + atom;
        return exchange(request, "run", "done", when).orElseThrow(() -> ended(when));
    }

    /** Tells it something that needs no answer; it may have ended. */
    void tell(String what) {
        try {
            send(request(what).toString());
        } catch (IOException e) {
            // It will be ended anyhow.
        }
    }

    private static String withoutAnswer(String what) {
        return "did not answer \"%s\"".formatted(what);
    }

    /** Sends a request and reads up to its answer; {@code when} tells what the program has not done if it ends meanwhile. */
    private Optional<JsonNode> exchange(String request, String what, String answer, String when)
            throws CommandException {
        try {
            send(request);
        } catch (IOException e) {
            throw ended(when);
        }
        while (true) {
            Optional<String> read = readLine();
            if (read.isEmpty()) {
                return ofEnd(when);
            }
            JsonNode said = parsed(read.get(), what);
            if (said.has("error")) {
                throw refused(said);
            }
            if (said.has(answer)) {
                return Optional.of(said);
            }
            if (!said.has("progress")) {
                throw nonsense(read.get(), "an answer to \"%s\", with the property \"%s\"".formatted(what, answer));
            }
            System.err.println(said.path("progress").asText());
        }
    }

    private void send(String request) throws IOException {
        requests.write((request + "\n").getBytes(StandardCharsets.UTF_8));
        requests.flush();
    }

    private static JsonNode parsed(String line, String what) throws CommandException {
        try {
            JsonNode said = JSON.readTree(line);
            if (said != null && said.isObject()) {
                return said;
            }
        } catch (JsonProcessingException e) {
            // Told below, with the line itself.
        }
        throw nonsense(line, "a JSON object in answer to \"%s\"".formatted(what));
    }

    private static CommandException refused(JsonNode said) {
        String message = said.path("error").asText();
        if (said.path("kind").asText().equals("out-of-memory")) {
            throw new CommandOutOfMemoryError(message);
        }
        return Scratch.failure("the command failed: " + message, message);
    }

    static CommandException nonsense(String line, String expected) {
        String quoted = line.length() > QUOTED ? line.substring(0, QUOTED) + "..." : line;
        return new CommandException(
                "the command said \"%s\" where %s was expected"
                        .formatted(quoted.replaceAll("\\p{Cntrl}", " "), expected),
                "Only the answers of docs/any-command.md may be written to the descriptor ATOMIZABLE_OUT");
    }

    /** Reads a line of at most a mebibyte; empty at the end of the answers. */
    private Optional<String> readLine() throws CommandException {
        line.reset();
        try {
            int next = answers.read();
            while (next >= 0 && next != '\n') {
                if (line.size() >= LONGEST) {
                    throw nonsense(line.toString(StandardCharsets.UTF_8), "a line of at most 1 MiB");
                }
                line.write(next);
                next = answers.read();
            }
            return next < 0 ? Optional.empty() : Optional.of(line.toString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Empty if the program has ended well. */
    private Optional<JsonNode> ofEnd(String when) throws CommandException {
        if (exitCode() == 0 && !late) {
            return Optional.empty();
        }
        throw ended(when);
    }

    private int exitCode() {
        try {
            return program.exitCode(Duration.ofSeconds(10)).orElse(-1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    CommandException ended(String when) {
        return Ending.of(exitCode(), when, program.lastWords());
    }
}
