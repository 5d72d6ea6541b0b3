package org.atomizable.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;
import org.atomizable.core.command.CommandFactory;
import picocli.CommandLine.Command;

/** {@code atomizable python-helper}. */
@Command(
        name = "python-helper",
        mixinStandardHelpOptions = true,
        description = {
            "Prints atomizable.py, the module that makes a Python program a job for run --command.",
            "Write it beside the program: atomizable python-helper > atomizable.py"
        })
final class PythonHelperCommand implements Callable<Integer> {

    @Override
    public Integer call() throws IOException {
        try (InputStream module = CommandFactory.pythonModule()) {
            module.transferTo(System.out);
            System.out.flush();
        }
        return 0;
    }
}
