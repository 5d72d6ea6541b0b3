package org.atomizable.cli.job;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.command.CommandFactory;
import org.atomizable.core.worker.NamedJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Options that name a job, its parameters, and where its class is. */
public final class JobOptions {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // Set before it is asked.
    private CommandSpec line;

    @Parameters(
            arity = "0..1",
            paramLabel = "JOB",
            description = "A job by name (see 'atomizable jobs'), or a class; none with --command.")
    private @Nullable String job;

    @Mixin
    private CommandOptions command = new CommandOptions();

    @Option(names = "-p", paramLabel = "NAME=VALUE", description = "A parameter of the job; repeatable.")
    private Map<String, String> parameters = Map.of();

    @Option(
            names = {"--class-path", "-cp"},
            paramLabel = "PATH",
            split = ":",
            description = "Jars and directories that hold the job's class.")
    private List<Path> classPath = List.of();

    public JobOptions() {}

    /**
     * The job. From now on this thread's context class loader sees the class path.
     *
     * @throws AtomizableException an entry of the class path does not exist
     */
    public NamedJob named() throws AtomizableException {
        NamedJob named = chosen();
        List<URL> urls = new ArrayList<>();
        for (Path entry : classPath) {
            if (!Files.exists(entry)) {
                throw new AtomizableException(
                        "class path entry %s does not exist".formatted(entry), "Correct --class-path");
            }
            urls.add(url(entry));
        }
        Thread.currentThread()
                .setContextClassLoader(
                        new URLClassLoader(urls.toArray(URL[]::new), getClass().getClassLoader()));
        return named;
    }

    private NamedJob chosen() {
        Optional<NamedJob> any = checkedCommand();
        if (job == null) {
            return any.filter(it -> parameters.isEmpty())
                    .orElseThrow(() -> wrong(
                            any.isEmpty()
                                    ? "Missing required parameter: 'JOB', or --command='LINE' for a program of any kind"
                                    : "-p sets parameters of a JOB; write those of a program into --command"));
        }
        if (any.isPresent() || command.areGiven()) {
            throw wrong("give a JOB or a --command with its options, not both: JOB was " + job);
        }
        return new NamedJob(job, parameters);
    }

    private Optional<NamedJob> checkedCommand() {
        try {
            Optional<NamedJob> any = command.named();
            any.ifPresent(it -> CommandFactory.check(it.parameters()));
            return any;
        } catch (IllegalArgumentException notAllowed) {
            throw wrong(String.valueOf(notAllowed.getMessage()));
        }
    }

    private ParameterException wrong(String what) {
        return new ParameterException(line.commandLine(), what);
    }

    /** Jars and directories in addition to this program's own class path. */
    public List<Path> classPath() {
        return classPath;
    }

    private static URL url(Path entry) throws AtomizableException {
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new AtomizableException(
                    "class path entry %s is not a file".formatted(entry), "Correct --class-path", e);
        }
    }
}
