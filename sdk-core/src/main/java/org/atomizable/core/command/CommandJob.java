package org.atomizable.core.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.safetensors.UnsupportedFileException;

/** A job whose atoms a program runs that speaks the protocol of {@code docs/any-command.md}. */
final class CommandJob implements Atomizable, Metric.Source {

    private static final int PROTOCOL = 1;
    private static final Duration MOST_TO_STOP = Duration.ofSeconds(5);

    private final Guardian guardian;
    private final Program program;
    private final Conversation talk;
    private final CommandSettings settings;
    private final JobSpec spec;
    private final StateFile form;
    private final ProgramMemory memory;
    private Map<String, String> notes = Map.of();
    private Optional<Metric> measured = Optional.empty();
    private boolean enough;
    private boolean broken;

    private CommandJob(Guardian guardian, Conversation talk, CommandSettings settings, JsonNode spec, TimeSource time)
            throws CommandException {
        this.guardian = guardian;
        this.program = talk.program();
        this.talk = talk;
        this.settings = settings;
        this.spec = SpecReader.read(spec, settings.name());
        this.form = StateFile.named(spec.path("state").asText("safetensors"));
        this.memory = ProgramMemory.of(program, time);
    }

    /** Starts the command, and waits until it has said what the job is. */
    static CommandJob start(CommandSettings settings, TimeSource time) throws CommandException {
        Guardian guardian = Guardian.start();
        try {
            Program program = Program.start(settings.command(), Map.of(), guardian, Program.Others.END);
            Conversation talk = new Conversation(program, time);
            ObjectNode start = Conversation.request("start").put("protocol", PROTOCOL);
            JsonNode spec = talk.ask(start, "spec", settings.startLimit()).path("spec");
            return new CommandJob(guardian, talk, settings, spec, time);
        } catch (CommandException e) {
            guardian.close();
            throw Program.hidesGpus() && String.valueOf(e.getMessage()).contains("CUDA") ? withoutGpu(e) : e;
        } catch (RuntimeException | Error e) {
            guardian.close();
            throw e;
        }
    }

    private static CommandException withoutGpu(CommandException failure) {
        return new CommandException(
                String.valueOf(failure.getMessage()),
                "It sees no GPU here, as this process holds no lease: take one only if there is one"
                        + " (torch.cuda.is_available()), or set CUDA_VISIBLE_DEVICES for this process",
                failure);
    }

    @Override
    public JobSpec spec() {
        return spec;
    }

    @Override
    public void run(long atom) throws CommandException {
        JsonNode done = sound(() -> talk.askForAtom(atom));
        if (!done.path("done").isIntegralNumber() || done.path("done").asLong(-1) != atom) {
            broken = true;
            throw Conversation.nonsense(done.toString(), "\"done\" of atom %s".formatted(atom));
        }
        learn(done);
    }

    @Override
    public void save(StateWriter to) throws IOException {
        Path file = file("saved");
        ObjectNode save = Conversation.request("save").put("path", file.toString());
        try {
            learn(sound(() -> talk.ask(save, "saved", settings.answerLimit())));
            notes = taken(file, to);
            Files.delete(file);
        } catch (CommandException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** The store failed, and not the file that is read meanwhile. */
    private static final class StoreException extends IOException {

        private final IOException failure;

        StoreException(IOException failure) {
            super(failure);
            this.failure = failure;
        }
    }

    /** A fault of the file is the program's; one of the store is not. */
    private Map<String, String> taken(Path file, StateWriter to) throws IOException, CommandException {
        StateWriter passing = (name, tensor) -> {
            try {
                to.tensor(name, tensor);
            } catch (IOException e) {
                throw new StoreException(e);
            }
        };
        try {
            return form.take(file, passing);
        } catch (StoreException e) {
            throw e.failure;
        } catch (UnsupportedFileException e) {
            broken = true;
            throw new CommandException("the command wrote no state that can be read: " + e.getMessage(), e.remedy(), e);
        } catch (IOException | IllegalArgumentException e) {
            broken = true;
            throw new CommandException(
                    "the command wrote no state that can be read: " + e.getMessage(),
                    "Write the whole file to the path of \"save\" before the answer",
                    e);
        }
    }

    @Override
    public void restore(StateReader from) throws IOException {
        Path file = file("restored");
        ObjectNode restore = Conversation.request("restore").put("path", file.toString());
        try {
            form.give(from, file);
        } catch (IOException e) {
            throw Scratch.isFull(String.valueOf(e.getMessage())) ? Scratch.unwritable(e) : e;
        }
        try {
            enough = false;
            measured = Optional.empty();
            learn(sound(() -> talk.ask(restore, "restored", settings.answerLimit())));
        } catch (CommandException e) {
            throw new IOException(e.getMessage(), e);
        }
        Files.deleteIfExists(file);
    }

    private Path file(String name) throws IOException {
        Path file = guardian.scratch().resolve(name);
        Files.deleteIfExists(file);
        return file;
    }

    private interface Exchange {
        JsonNode made() throws CommandException;
    }

    /** After a failure there is nothing to say to the program any more. */
    private JsonNode sound(Exchange exchange) throws CommandException {
        try {
            return exchange.made();
        } catch (CommandException | RuntimeException | Error e) {
            broken = true;
            throw e;
        }
    }

    private void learn(JsonNode answer) {
        if (answer.has("enough")) {
            enough = answer.path("enough").asBoolean();
        }
        if (answer.path("memory").canConvertToLong() && answer.path("memory").asLong() >= 0) {
            memory.report(Bytes.of(answer.path("memory").asLong()));
        }
        if (answer.path("metric").isObject()) {
            measured = Optional.of(metric(answer.path("metric")));
        }
    }

    @Override
    public Map<String, String> notes() {
        return notes;
    }

    @Override
    public boolean enough(long nextAtom) {
        return enough;
    }

    @Override
    public Optional<Bytes> memoryUsed() {
        return memory.used();
    }

    @Override
    public Optional<Metric> measure() {
        return measured;
    }

    /** Lets the program go on after its loop, to its end. */
    @Override
    public Optional<Metric> evaluate() throws Exception {
        Optional<JsonNode> answer = evaluated();
        talk.tell("stop");
        int code = program.exitCode(settings.answerLimit()).orElse(-1);
        broken = true;
        if (code != 0) {
            throw talk.ended("did not end well after its last atom");
        }
        // Its result may be what it has printed last.
        program.drain();
        return answer.map(it -> it.path("metric")).filter(JsonNode::isObject).map(CommandJob::metric);
    }

    private Optional<JsonNode> evaluated() throws CommandException {
        try {
            return talk.askIfAlive(Conversation.request("evaluate"), "metric", settings.answerLimit());
        } catch (CommandOutOfMemoryError e) {
            throw new CommandException(
                    String.valueOf(e.getMessage()),
                    "The evaluation runs beside the run command, in that machine's memory",
                    e);
        }
    }

    private static Metric metric(JsonNode metric) {
        double value = metric.path("value").asDouble(Double.NaN);
        return new Metric(
                metric.path("name").asText(),
                value,
                metric.path("low").asDouble(value),
                metric.path("high").asDouble(value));
    }

    @Override
    public void close() {
        try {
            if (!broken) {
                talk.tell("stop");
                program.exitCode(MOST_TO_STOP);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            program.close();
            guardian.close();
        }
    }
}
