package org.atomizable.core.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.wire.WorkerLine;
import org.atomizable.api.wire.WorkerOrder;
import org.atomizable.core.wire.WireJson;
import org.jspecify.annotations.Nullable;

/** A worker's process, seen from its launcher: orders go in as lines, lines come out, the rest goes to a log file. */
final class ChildProcess {

    private final Process process;
    private final Path log;
    private final BufferedWriter orders;
    private final BlockingQueue<Optional<WorkerLine>> lines = new LinkedBlockingQueue<>();

    private ChildProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.orders = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        Thread reader = new Thread(this::read, "atomizable-worker-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts a process and waits until it says that it is ready. */
    static ChildProcess start(List<String> command, Map<String, String> environment, Path log)
            throws WorkerException, InterruptedException {
        Process process;
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().putAll(environment);
            process = builder.start();
        } catch (IOException e) {
            throw new WorkerException(
                    "a worker's process could not be started: " + e.getMessage(),
                    "Check that %s can be executed and %s written".formatted(command.get(0), log),
                    e);
        }
        ChildProcess child = new ChildProcess(process, log);
        child.expect("ready");
        return child;
    }

    private void read() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = reader.readLine();
            while (line != null) {
                lines.add(Optional.of(WireJson.mapper().readValue(line, WorkerLine.class)));
                line = reader.readLine();
            }
        } catch (JsonProcessingException e) {
            // Whatever speaks another language on this stream cannot be trusted with a slice.
            process.destroyForcibly();
        } catch (IOException e) {
            process.destroy();
        } finally {
            lines.add(Optional.empty());
        }
    }

    void order(WorkerOrder order) throws WorkerException {
        try {
            String line = WireJson.mapper().writeValueAsString(order);
            synchronized (orders) {
                orders.write(line);
                orders.newLine();
                orders.flush();
            }
        } catch (IOException e) {
            throw ended(e);
        }
    }

    /** Waits for the next line. */
    WorkerLine next() throws WorkerException, InterruptedException {
        Optional<WorkerLine> line = lines.take();
        if (line.isEmpty()) {
            lines.add(line);
            process.waitFor();
            throw ended(null);
        }
        if (line.get().type().equals("error")) {
            throw new WorkerException("the worker refused: " + line.get().message(), "Its log is " + log);
        }
        return line.get();
    }

    WorkerLine expect(String type) throws WorkerException, InterruptedException {
        WorkerLine line = next();
        if (!line.type().equals(type)) {
            kill();
            throw new WorkerException(
                    "the worker said \"%s\" where \"%s\" was expected".formatted(line.type(), type),
                    "Its log is " + log);
        }
        return line;
    }

    private WorkerException ended(@Nullable IOException cause) {
        String code = process.isAlive() ? "it still runs" : "exit code " + process.exitValue();
        String remedy = "Its log is %s; nothing was lost, the job goes on from its last checkpoint".formatted(log);
        return cause == null
                ? new WorkerException("the worker ended without an answer (%s)".formatted(code), remedy)
                : new WorkerException("the worker takes no orders (%s)".formatted(code), remedy, cause);
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Ends the process at once and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        boolean interrupted = false;
        while (process.isAlive()) {
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
