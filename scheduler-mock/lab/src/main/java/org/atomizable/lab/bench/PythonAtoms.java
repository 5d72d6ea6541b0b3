package org.atomizable.lab.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.command.CommandFactory;
import org.atomizable.core.python.PythonModule;

/** Empty atoms of a program in Python, beside lines that {@code cat} sends back. */
final class PythonAtoms implements AutoCloseable {

    private static final String PROGRAM = """
        import atomizable

        state = atomizable.state(last=0)
        for step in atomizable.steps(1000000000, name="empty"):
            state.last = step
        """;

    private static final String IS_NEW_ENOUGH = "import sys; sys.exit(0 if sys.version_info >= (3, 8) else 1)";

    private final Atomizable job;
    private final LineEcho echo;
    private final int atoms;
    private final TimeSource time;
    private long next;

    private PythonAtoms(Atomizable job, LineEcho echo, int atoms, TimeSource time) {
        this.job = job;
        this.echo = echo;
        this.atoms = atoms;
        this.time = time;
    }

    /** Returns why there is nothing to measure; empty if there is. */
    static Optional<String> missing(String python) throws InterruptedException {
        String remedy = " (Debian: apt-get install python3), so the cost of a Python atom is not measured";
        try {
            int code = new ProcessBuilder(python, "-c", IS_NEW_ENOUGH)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            return code == 0 ? Optional.empty() : Optional.of(python + " is no Python 3.8 or newer" + remedy);
        } catch (IOException e) {
            return Optional.of(python + " is not installed" + remedy);
        }
    }

    /** Starts both programs. */
    static PythonAtoms start(String python, Path directory, int atoms, TimeSource time) throws Exception {
        Path program = Files.writeString(directory.resolve("empty.py"), PROGRAM);
        Files.writeString(
                directory.resolve("atomizable.py"), PythonModule.read().oneFile());
        String command = "exec " + quoted(python) + " " + quoted(program.toString());
        LineEcho echo = LineEcho.start();
        try {
            Atomizable job = new CommandFactory().create(Map.of("command", command));
            return new PythonAtoms(job, echo, atoms, time);
        } catch (Exception | Error e) {
            echo.close();
            throw e;
        }
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** Returns nanoseconds for an atom. */
    double atomNanos() throws Exception {
        long began = time.nanos();
        for (int i = 0; i < atoms; i++, next++) {
            job.run(next);
        }
        return (double) (time.nanos() - began) / atoms;
    }

    /** Returns nanoseconds for a line there and back. */
    double echoNanos() throws IOException {
        long began = time.nanos();
        for (int i = 0; i < atoms; i++) {
            echo.line("{\"do\":\"run\",\"atom\":" + (next + i) + "}");
        }
        return (double) (time.nanos() - began) / atoms;
    }

    @Override
    public void close() {
        job.close();
        echo.close();
    }

    /** A {@code cat}: the least that a line to another process and back can cost. */
    private static final class LineEcho implements AutoCloseable {

        private final Process cat;
        private final OutputStream to;
        private final InputStream from;

        private LineEcho(Process cat) {
            this.cat = cat;
            this.to = cat.getOutputStream();
            this.from = cat.getInputStream();
        }

        static LineEcho start() throws IOException {
            return new LineEcho(new ProcessBuilder("cat")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        }

        /** Sends a line, and waits until it has come back. */
        void line(String line) throws IOException {
            byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
            to.write(bytes);
            to.flush();
            if (from.readNBytes(bytes.length).length != bytes.length) {
                throw new IOException("cat has ended: something has killed it");
            }
        }

        @Override
        public void close() {
            cat.destroy();
        }
    }
}
