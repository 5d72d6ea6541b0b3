package org.atomizable.engine.slurm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.core.engine.EngineException;
import org.atomizable.core.engine.EnginePlace;
import org.atomizable.core.engine.SubjobStart;
import org.atomizable.core.worker.WorkerMain;

/** The command of srun behind which the program of a subjob stands. The comment of its Slurm job names the slice that it was granted. */
final class SrunCommand {

    private static final String COMMENT = "slice ";

    /** Where srun was killed with the agent, nothing else gives the slice back after the worker's end. */
    private static final List<String> ENDING = List.of(
            "/bin/sh",
            "-c",
            "trap : TERM; \"$@\"; code=$?; [ $code -ne " + WorkerMain.ORPHANED
                    + " ] || scancel \"$SLURM_JOB_ID\"; exit $code",
            "atomizable-subjob");

    private SrunCommand() {}

    /**
     * Returns the command.
     *
     * @param name of the Slurm job
     * @param environment in an allocation, srun would start the program there
     * @throws EngineException if the slice is not of this engine and type
     */
    static List<String> of(SubjobStart subjob, String name, SlurmWish wish, Map<String, String> environment)
            throws EngineException {
        String type = type(wish);
        String node = EnginePlace.of(subjob.slice(), wish.kind())
                .orElseThrow(() -> EngineException.refused(
                        "slice %s is not one of type %s on Slurm".formatted(subjob.slice(), type),
                        "Name a scheduler that was started with --engine slurm --gres %s, or give the type of its slices"
                                .formatted(type)));
        List<String> command = new ArrayList<>();
        if (environment.containsKey("SLURM_JOB_ID")) {
            command.add("env");
            environment.keySet().stream()
                    .filter(it -> it.startsWith("SLURM_") && !it.equals("SLURM_CONF"))
                    .sorted()
                    .flatMap(it -> Stream.of("-u", it))
                    .forEach(command::add);
        }
        command.add("srun");
        command.addAll(wish.options());
        command.addAll(List.of(
                "--job-name=" + name,
                "--comment=" + COMMENT + subjob.slice(),
                "--nodelist=" + node,
                "--nodes=1",
                "--ntasks=1",
                "--time="
                        + subjob.length()
                                .plus(Duration.ofMinutes(1))
                                .minusNanos(1)
                                .toMinutes(),
                "--immediate=" + Math.max(1, subjob.within().toSeconds()),
                "--kill-on-bad-exit=1",
                "--mpi=none"));
        command.addAll(ENDING);
        command.addAll(SubjobDevice.command(
                type,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.class.path")));
        return command;
    }

    /** Returns the command that fails where no such subjob could ever start, and starts nothing. */
    static List<String> trial(SlurmWish wish) {
        List<String> command = new ArrayList<>(List.of("srun", "--test-only", "--time=1", "--nodes=1", "--ntasks=1"));
        command.addAll(wish.options());
        command.add("true");
        return command;
    }

    /** Returns the type of the slices of subjobs. */
    static String type(SlurmWish wish) throws EngineException {
        return wish.type()
                .orElseThrow(() -> EngineException.refused(
                        "a scheduler shares slices of one type on Slurm, and none is named",
                        "Name it, for the scheduler and for each run: --gres 1g.10gb"));
    }

    /** Returns the id of the slice on which a job is a subjob; empty if it is none, or does not run. */
    static Optional<String> slice(QueuedJob job) {
        return Optional.of(job.comment())
                .filter(it -> job.runs() && it.startsWith(COMMENT))
                .map(it -> it.substring(COMMENT.length()));
    }

    /** Leaves out subjobs that wait: where Slurm plans one, it was granted, and nothing else is planned. */
    static List<QueuedJob> withoutWaiting(List<QueuedJob> jobs) {
        return jobs.stream()
                .filter(it -> it.runs() || !it.comment().startsWith(COMMENT))
                .toList();
    }
}
