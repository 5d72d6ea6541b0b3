package org.atomizable.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.job.JobOptions;
import org.atomizable.core.command.CommandFactory;
import org.atomizable.core.wire.WireJson;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.testkit.check.BoundedAtoms;
import org.atomizable.testkit.check.ExactResume;
import org.atomizable.testkit.check.OtherJvms;
import org.atomizable.testkit.check.Survives;
import org.atomizable.testkit.check.Trial;
import org.atomizable.testkit.check.Tried;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.schedule.Fault;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atomizable check}. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Finds out whether a job may be cut anywhere: runs its first atoms here, without a scheduler, cuts them in many"
                    + " places, and compares bits.",
            "Prints what was tried and what was found; the exit code is 1 if a rule is broken. Atoms run many times, so what"
                    + " they write besides the state is written many times."
        })
final class CheckCommand implements Callable<Integer> {

    private static final Duration LONGEST_ATOM = Duration.ofSeconds(10);

    /** A program is started anew for each cut. */
    private static final long ATOMS_OF_A_COMMAND = 12;

    /** One finding, for machines. */
    record RuleFinding(String rule, boolean holds, String tried, String violation) {}

    /** All of them. */
    record Checked(String job, boolean ok, List<RuleFinding> rules) {}

    @Mixin
    private JobOptions job = new JobOptions();

    @Option(
            names = "--atoms",
            paramLabel = "N",
            description = "How many of the job's first atoms are run (default: 64; 12 of a command).")
    private long atoms;

    @Option(
            names = "--seconds",
            defaultValue = "3",
            paramLabel = "S",
            description = "How long each kind of cut is tried; all of it takes about ten times as long (default: "
                    + "${DEFAULT-VALUE}).")
    private long seconds = 3;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /** A check of a rule. */
    private interface Rehearsal {
        String tried() throws Exception;
    }

    @Override
    public Integer call() throws Exception {
        NamedJob named = job.named();
        if (CommandFactory.hasTimedAtoms(named.name(), named.parameters())) {
            throw new AtomizableException(
                    "an atom of a resumable command is a length of time, so no two runs of it can be compared",
                    "Run it with run, kill that after a checkpoint, run it again, and compare the result with that of an uninterrupted"
                            + " run");
        }
        boolean command = named.name().equals(CommandFactory.NAME);
        long most = atoms > 0 ? atoms : command ? ATOMS_OF_A_COMMAND : 64;
        Trial trial = new Trial(named, most, Duration.ofSeconds(Math.max(1, seconds)), 1, TimeSource.system());
        PrintStream lines = json ? System.err : System.out;
        lines.printf(
                "checking %s: up to %d atoms, about %d s%n",
                command ? "the command" : named.name(), most, 10 * seconds);
        List<RuleFinding> found = new ArrayList<>();
        found.add(check(lines, "a cut before any atom changes no bit", () -> cuts(ExactResume.check(trial))));
        found.add(check(
                lines,
                "no kind of fault changes a bit",
                () -> faults(Survives.check(trial, EnumSet.allOf(Fault.Kind.class)))));
        if (!command) {
            found.add(check(
                    lines,
                    "other JVMs come to the same states",
                    () -> "%d atoms in 3 JVMs"
                            .formatted(OtherJvms.check(named, trial, job.classPath())
                                    .atoms())));
        }
        found.add(check(lines, "every atom ends within %d s".formatted(LONGEST_ATOM.toSeconds()), () -> {
            BoundedAtoms.check(trial, LONGEST_ATOM);
            return "the same atoms";
        }));
        boolean ok = found.stream().allMatch(RuleFinding::holds);
        if (json) {
            System.out.println(WireJson.mapper().writeValueAsString(new Checked(named.name(), ok, found)));
        } else {
            System.out.println(
                    ok
                            ? "nothing was found; the job may be cut anywhere as far as this was tried"
                            : "the job is not exact");
        }
        return ok ? 0 : 1;
    }

    private static RuleFinding check(PrintStream lines, String rule, Rehearsal rehearsal) throws Exception {
        try {
            String tried = rehearsal.tried();
            lines.printf("  holds   %s: %s%n", rule, tried);
            return new RuleFinding(rule, true, tried, "");
        } catch (ContractViolation broken) {
            String violation = String.valueOf(broken.getMessage()).strip();
            lines.printf("  BROKEN  %s%n%s%n", rule, violation.indent(4).stripTrailing());
            return new RuleFinding(rule, false, "", violation);
        }
    }

    private static String cuts(Tried tried) {
        return "%d cuts of %d atoms, each restored in a new instance; saving, restoring and repeating too"
                .formatted(tried.cuts(), tried.atoms());
    }

    private static String faults(Tried tried) {
        return "%d runs of %d atoms through windows by chance, with %d kinds of faults"
                .formatted(tried.schedules(), tried.atoms(), Fault.Kind.values().length);
    }
}
