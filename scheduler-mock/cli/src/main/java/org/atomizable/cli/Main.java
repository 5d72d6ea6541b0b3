package org.atomizable.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.StateMismatchException;
import org.atomizable.cli.checkpoint.CheckpointCommand;
import org.atomizable.cli.demo.DemoCommand;
import org.atomizable.cli.journal.JournalCommand;
import org.atomizable.cli.profile.ProfileCommand;
import org.atomizable.cli.tokens.TokensCommand;
import org.atomizable.core.worker.JobLoadException;
import org.atomizable.scheduler.clear.UnknownPolicyException;
import org.atomizable.scheduler.cluster.ClusterTextException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The command line {@code atomizable}. */
@Command(
        name = "atomizable",
        mixinStandardHelpOptions = true,
        version = "Atomizable 0.1.0-SNAPSHOT",
        description = "Runs long jobs in the free windows of a MIG-partitioned cluster.",
        subcommands = {
            DemoCommand.class,
            SchedulerCommand.class,
            RunCommand.class,
            SweepCommand.class,
            TopCommand.class,
            ReserveCommand.class,
            JobsCommand.class,
            PythonHelperCommand.class,
            GpusCommand.class,
            CheckCommand.class,
            ConformanceCommand.class,
            JournalCommand.class,
            TokensCommand.class,
            ProfileCommand.class,
            CheckpointCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success; every promise was kept",
            "1:the job failed, a promise was broken, or the environment is not as required; the message says which",
            "2:the command line is not valid",
            "3:the job was ended from outside: it was withdrawn, or another run of it took over; the message says by "
                    + "whom",
            "70:a bug in this program"
        })
public final class Main {

    private static final int FAILED = 1;
    static final int ENDED_BY_OTHERS = 3;
    private static final int DEFECT = 70;
    private static final int LAST_OF_ASCII = 0x7f;

    /**
     * Commands with a line of their own above them in the list of all commands.
     *
     * @param names of its commands
     */
    private record Group(String heading, Set<String> names) {

        /** Returns the commands that are in no group, then each group. */
        static String list(Help help, List<Group> groups) {
            Map<String, Help> others = new LinkedHashMap<>(help.subcommands());
            groups.forEach(group -> others.keySet().removeAll(group.names()));
            StringBuilder all = new StringBuilder(help.commandList(others));
            for (Group group : groups) {
                Map<String, Help> own = new LinkedHashMap<>(help.subcommands());
                own.keySet().retainAll(group.names());
                all.append(System.lineSeparator()).append(group.heading()).append(System.lineSeparator());
                all.append(help.commandList(own));
            }
            return all.toString();
        }
    }

    private Main() {}

    /** Runs a command and exits with its code. */
    public static void main(String[] args) {
        FatalErrors.watch(FAILED, DEFECT);
        ParentWatch.begin();
        String[] given;
        try {
            given = GivenArguments.of(args);
        } catch (IllegalArgumentException lost) {
            System.exit(tell(lost, commands()));
            return;
        }
        System.exit(printed(run(given)));
    }

    /** Returns the exit code, unless what was printed did not arrive: that is a failure, except where the reader wanted no more. */
    private static int printed(int code) {
        if (!System.out.checkError()) {
            return code;
        }
        String why = "an output error";
        try {
            // The stream does not say why it failed; this does.
            new FileOutputStream(FileDescriptor.out).write('\n');
        } catch (IOException again) {
            why = String.valueOf(again.getMessage());
        }
        // The reader has ended, or the caller has closed the stream.
        if (why.contains("Broken pipe") || why.contains("Bad file descriptor")) {
            return code;
        }
        System.err.println(
                "atomizable: what was printed is not complete (%s); make room, and run it again".formatted(why));
        return code == 0 ? FAILED : code;
    }

    /** Runs a command and returns its exit code. */
    static int run(String... args) {
        return run(System.getenv(), args);
    }

    /** Runs a command in another environment: only the scheduler's options are read from it. */
    static int run(Map<String, String> environment, String... args) {
        CommandLine line = commands();
        line.setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(new WrongArguments())
                .setExecutionStrategy(WrongArguments::runKnown)
                .setExecutionExceptionHandler((problem, command, parsed) -> tell(problem, command));
        CommandLine named = args.length == 0 ? null : line.getSubcommands().get(args[0]);
        if (named != null && args[0].equals("scheduler")) {
            try {
                use(SchedulerDefaults.of(List.of(args), named.getCommandSpec(), environment), named, line);
            } catch (IllegalArgumentException wrong) {
                return tell(wrong, line);
            }
        }
        return line.execute(args.length == 0 ? new String[] {"--help"} : args);
    }

    /** Also lets every message say from where the values are that it is about. */
    private static void use(SchedulerDefaults defaults, CommandLine scheduler, CommandLine all) {
        scheduler.setDefaultValueProvider(defaults);
        IParameterExceptionHandler parameters = all.getParameterExceptionHandler();
        all.setParameterExceptionHandler((wrong, args) -> {
            tellOrigins(defaults, wrong, wrong.getCommandLine());
            return parameters.handleParseException(wrong, args);
        });
        all.setExecutionExceptionHandler((problem, command, parsed) -> {
            int code = tell(problem, command);
            tellOrigins(defaults, problem, command);
            return code;
        });
    }

    private static void tellOrigins(SchedulerDefaults defaults, Exception problem, CommandLine command) {
        String origins = defaults.origins(String.valueOf(problem.getMessage()));
        if (!origins.isEmpty()) {
            command.getErr().println(origins);
        }
    }

    /** Returns all commands, also those of other modules on the class path. */
    public static CommandLine commands() {
        CommandLine line = new CommandLine(new Main());
        for (String command : List.of("run", "sweep", "scheduler")) {
            EngineChoice.addAll(
                    Objects.requireNonNull(line.getSubcommands().get(command)).getCommandSpec());
        }
        List<Group> groups = new ArrayList<>();
        for (MoreCommands source : ServiceLoader.load(MoreCommands.class)) {
            Set<String> before = Set.copyOf(line.getSubcommands().keySet());
            source.commands().forEach(line::addSubcommand);
            Set<String> added = new HashSet<>(line.getSubcommands().keySet());
            added.removeAll(before);
            groups.add(new Group(source.heading(), added));
        }
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> Group.list(help, groups));
        return line.registerConverter(Path.class, Main::path)
                .registerConverter(URI.class, Main::address)
                .registerConverter(Instant.class, Main::instant);
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException unfit) {
            throw new CommandLine.TypeConversionException(unfitName(unfit));
        }
    }

    private static URI address(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException wrong) {
            throw new CommandLine.TypeConversionException(
                    "\"%s\" is no HTTP address; write it as http://127.0.0.1:8080".formatted(text));
        }
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException wrong) {
            throw new CommandLine.TypeConversionException(
                    "\"%s\" is no instant; write it as 2027-01-31T12:00:00Z".formatted(text));
        }
    }

    private static String unfitName(InvalidPathException path) {
        String what = "the name %s cannot be used here (%s)".formatted(path.getInput(), path.getReason());
        return path.getInput().chars().allMatch(it -> it <= LAST_OF_ASCII)
                ? what
                : "%s. The names of files have the characters of this shell's language, %s; with LC_ALL=C.UTF-8 all can be used"
                        .formatted(what, System.getProperty("sun.jnu.encoding"));
    }

    static String reason(FileSystemException file) {
        if (file instanceof NoSuchFileException) {
            return "there is no such file or directory";
        }
        if (file instanceof AccessDeniedException) {
            return "access is denied";
        }
        if (file instanceof FileAlreadyExistsException) {
            return "a file stands in the way";
        }
        return file.getReason() == null ? "the file system gives no reason" : file.getReason();
    }

    private static int tell(Exception problem, CommandLine command) {
        PrintWriter err = command.getErr();
        if (problem instanceof IOException && problem.getCause() instanceof AtomizableException cause) {
            return tell(cause, command); // what a job's save or restore could not tell otherwise
        }
        if (problem instanceof InvalidPathException path) {
            err.println("atomizable: " + unfitName(path));
            return FAILED;
        }
        if (problem instanceof FileSystemException file) {
            err.println("atomizable: %s: %s".formatted(file.getFile(), reason(file)));
            return FAILED;
        }
        // Values that do not fit one another, or their option, are found when a command has begun.
        if (problem instanceof IllegalArgumentException
                || problem instanceof ClusterTextException
                || problem instanceof UnknownPolicyException
                || (problem instanceof JobLoadException job && job.isForParameters())) {
            err.println("atomizable: " + problem.getMessage());
            return command.getCommandSpec().exitCodeOnInvalidInput();
        }
        if (problem instanceof AtomizableException || problem instanceof StateMismatchException) {
            err.println("atomizable: " + problem.getMessage());
            return FAILED;
        }
        if (problem instanceof InterruptedException) {
            err.println("atomizable: interrupted; nothing that was committed is lost, run it again to go on");
            return FAILED;
        }
        Optional<String> lacking = FatalErrors.shortage(problem);
        if (lacking.isPresent()) {
            err.println("atomizable: " + lacking.get());
            return FAILED;
        }
        err.println("atomizable: this is a bug in the program: " + problem);
        err.println("Please report it with what ATOMIZABLE_TRACE=1 makes it print.");
        if (System.getenv("ATOMIZABLE_TRACE") != null) {
            problem.printStackTrace(err);
        }
        return DEFECT;
    }
}
