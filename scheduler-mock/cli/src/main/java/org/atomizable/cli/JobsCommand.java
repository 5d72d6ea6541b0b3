package org.atomizable.cli;

import java.util.concurrent.Callable;
import org.atomizable.api.spi.JobFactory;
import org.atomizable.core.wire.WireJson;
import org.atomizable.core.worker.NamedJob;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable jobs}. */
@Command(name = "jobs", mixinStandardHelpOptions = true, description = "Lists the jobs that can be run by name.")
final class JobsCommand implements Callable<Integer> {

    /** One job, for machines. */
    record Listed(String name, String summary) {}

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        if (json) {
            System.out.println(WireJson.mapper()
                    .writeValueAsString(NamedJob.known().stream()
                            .map(it -> new Listed(it.name(), it.summary()))
                            .toList()));
        } else {
            for (JobFactory job : NamedJob.known()) {
                System.out.printf("%-16s %s%n", job.name(), job.summary());
            }
        }
        return 0;
    }
}
