package org.atomizable.engine.slurm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.atomizable.core.engine.EngineException;

/** Runs Slurm's commands. Each has a limit of time, since they wait long for a controller that is not there. */
final class SlurmProcesses implements SlurmCalls {

    /** Written by such a command if the controller does not answer; it may answer later. */
    private static final Pattern ABSENT = Pattern.compile(
            "Unable to contact slurm controller|Socket timed out|Connection refused|Unable to connect|Zero Bytes were transmitted"
                    + "|temporarily unable|Connection timed out|Transport endpoint|Communication connection failure|Unexpected message received"
                    + "|slurm_receive_msg|slurm_msg_sendto|socket error|Controller is not responding|in standby",
            Pattern.CASE_INSENSITIVE);

    /** Slurm's commands wait for the controller for some seconds, and try again. */
    static final Duration LIMIT = Duration.ofSeconds(30);

    private static final Pattern OF_OTHER_CALLS =
            Pattern.compile("(SQUEUE|SINFO|SCONTROL|SCANCEL)_.*|SBATCH_(ARRAY_INX|WAIT|TIMELIMIT|JOB_NAME)");

    private final Duration limit;
    private final boolean inLink;

    /** Makes one; it tells a link something else than a person on a login node. */
    SlurmProcesses(Duration limit, boolean inLink) {
        this.limit = limit;
        this.inLink = inLink;
    }

    @Override
    public String run(List<String> command) throws EngineException, InterruptedException {
        String name = command.get(0);
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
            adjust(builder.environment(), name);
            Process process = builder.start();
            CompletableFuture<byte[]> output = CompletableFuture.supplyAsync(() -> bytes(process.getInputStream()));
            // Errors are short; a pipe holds them.
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw EngineException.absent(
                        "%s did not end within %s s".formatted(name, limit.toSeconds()),
                        "See whether Slurm's controller answers: scontrol ping");
            }
            if (process.exitValue() != 0) {
                throw failed(name, new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
            }
            return new String(output.join(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw EngineException.refused(
                    "Slurm's command %s cannot be run: %s".formatted(name, e.getMessage()),
                    inLink
                            ? "Have Slurm's commands on the PATH of the job, in its container too; without them, the chain goes on only"
                                    + " while run watches it"
                            : "Run this on a login node of a cluster with Slurm, with its commands on the PATH");
        }
    }

    /** Variables of the user are the wishes for other calls of these commands; those of sbatch are wishes for links too, but for some. */
    static void adjust(Map<String, String> environment, String command) {
        environment.keySet().removeIf(it -> OF_OTHER_CALLS.matcher(it).matches());
        // sbatch hands its environment to the job.
        if (!command.equals("sbatch")) {
            environment.put("SLURM_TIME_FORMAT", "%s");
            environment.put("LC_ALL", "C");
        }
    }

    private static byte[] bytes(InputStream stream) {
        try {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static EngineException failed(String command, String errors) {
        String said = errors.isBlank()
                ? "failed without a message"
                : errors.strip().lines().reduce("", (a, b) -> a.isEmpty() ? b : a + "; " + b);
        String what = said.toLowerCase(Locale.ROOT).startsWith(command + ":") ? said : command + ": " + said;
        // On a busy machine squeue may fail without a word; what is wrong with a call is always said.
        return errors.isBlank() || ABSENT.matcher(errors).find()
                ? EngineException.absent(what, "See whether Slurm's controller answers: scontrol ping")
                : EngineException.refused(what, "Correct the options, or ask the cluster's administrators");
    }
}
