package org.atomizable.cli.job;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.worker.NamedJob;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that name a job, its parameters, and where its class is. */
public final class JobOptions {

    @Parameters(paramLabel = "JOB", description = "A job by name (see 'atomizable jobs'), or a class.")
    private String job = "";

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
        return new NamedJob(job, parameters);
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
