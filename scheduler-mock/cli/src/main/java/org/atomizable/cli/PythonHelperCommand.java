package org.atomizable.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.atomizable.core.python.PythonModule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable python-helper}. */
@Command(
        name = "python-helper",
        mixinStandardHelpOptions = true,
        description = {
            "Prints atomizable.py, the module that makes a Python program a job for run --command.",
            "Write it beside the program: atomizable python-helper > atomizable.py"
        })
final class PythonHelperCommand implements Callable<Integer> {

    @Option(
            names = "--packages",
            paramLabel = "DIRECTORY",
            description = "Write a wheel and a source distribution into this directory instead, for pip install.")
    private @Nullable Path packages;

    @Override
    public Integer call() throws IOException {
        PythonModule module = PythonModule.read();
        if (packages == null) {
            System.out.write(module.oneFile().getBytes(StandardCharsets.UTF_8));
            System.out.flush();
        } else {
            module.writePackages(packages).forEach(System.out::println);
        }
        return 0;
    }
}
