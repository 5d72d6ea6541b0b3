package org.atomizable.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.atomizable.api.Atomizable;
import org.atomizable.api.AtomizableException;
import org.atomizable.cli.job.JobEnd;
import org.atomizable.cli.job.JobOptions;
import org.atomizable.cli.terminal.Board;
import org.atomizable.cli.terminal.Counted;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code atomizable check}. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Finds out whether a job may be cut anywhere: runs its first atoms here, without a scheduler, "
                    + "cuts them in many places, and compares bits.",
            "The exit code is 1 if a rule is broken.",
            "Atoms run many times, so what they write besides the state is written many times; what they "
                    + "print goes into a file.",
            "A --resumable command cannot be checked: its atoms are lengths of time."
        })
final class CheckCommand implements Callable<Integer> {

    private static final Duration LONGEST_ATOM = Duration.ofSeconds(10);

    /** A program is started anew for each cut. */
    private static final long ATOMS_OF_A_COMMAND = 12;

    /** One finding, for machines. */
    record RuleFinding(String rule, boolean holds, String tried, String violation) {}

    /**
     * All of them.
     *
     * @param atomsTried how many of its first atoms were run; 0 if none came to its end
     * @param atoms how many the job has; null if it is open-ended
     * @param caution what the job reads that differs from run to run; empty if nothing
     */
    record Checked(
            String job,
            boolean ok,
            long atomsTried,
            @Nullable Long atoms,
            String caution,
            List<RuleFinding> rules) {}

    @Spec
    @SuppressWarnings("NullAway.Init") // Set before it is called.
    private CommandSpec command;

    @Mixin
    private JobOptions job = new JobOptions();

    @Option(
            names = "--atoms",
            paramLabel = "N",
            description =
                    "How many of the job's first atoms are run at the most (default: as many as there is time for, 256 where states"
                            + " are compared; 12 of a command).")
    private @Nullable Long atoms;

    @Option(
            names = "--seconds",
            defaultValue = "3",
            paramLabel = "S",
            description = "How long each kind of cut is tried, 1 or more; all takes about ten times as long (default: "
                    + "${DEFAULT-VALUE}).")
    private long seconds = 3;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    private long tried;

    /** The properties of a job before it runs. */
    private record Shown(OptionalLong atoms, Optional<String> caution) {

        static Shown of(NamedJob named) throws Exception {
            try (Atomizable made = named.create()) {
                return new Shown(made.spec().totalAtoms(), NamedJob.caution(made));
            }
        }
    }

    /** A check of a rule. */
    private interface Rehearsal {
        String tried() throws Exception;
    }

    @Override
    public Integer call() throws Exception {
        requirePositive("--seconds", seconds);
        requirePositive("--atoms", atoms == null ? 1 : atoms);
        NamedJob named = job.named();
        if (CommandFactory.hasTimedAtoms(named.name(), named.parameters())) {
            throw new ParameterException(
                    command.commandLine(),
                    "an atom of a resumable command is a length of time, so no two runs of it can be compared. Run it with run, kill"
                            + " that after a checkpoint, run it again, and compare the result with that of an uninterrupted run");
        }
        boolean isCommand = named.name().equals(CommandFactory.NAME);
        long most = atoms != null ? atoms : isCommand ? ATOMS_OF_A_COMMAND : Long.MAX_VALUE;
        Trial trial = Trial.of(named).overAtoms(most).within(Duration.ofSeconds(seconds));
        List<RuleFinding> found = new ArrayList<>();
        Shown shown;
        try (Board board = json ? Board.onStandardError() : Board.onStandardOutput();
                JobOutput printed = JobOutput.intoFile()) {
            board.line("checking %s: %s, about %s s; slow atoms take longer"
                    .formatted(
                            isCommand ? "the command" : named.name(),
                            most == Long.MAX_VALUE
                                    ? "as many atoms as there is time for"
                                    : "up to " + Counted.of(most, "atom"),
                            10 * seconds));
            shown = Shown.of(named);
            shown.caution().ifPresent(board::line);
            found.add(check(
                    board, "a cut before any atom changes no bit", () -> cuts(counted(ExactResume.check(trial)))));
            found.add(check(
                    board,
                    "no kind of fault changes a bit",
                    () -> faults(counted(Survives.check(trial, EnumSet.allOf(Fault.Kind.class))))));
            if (!isCommand) {
                found.add(check(
                        board,
                        "other JVMs come to the same states",
                        () -> Counted.of(
                                        counted(OtherJvms.check(named, trial, job.classPath()))
                                                .atoms(),
                                        "atom")
                                + " in 3 JVMs"));
            }
            found.add(check(board, "every atom ends within %s s".formatted(LONGEST_ATOM.toSeconds()), () -> {
                BoundedAtoms.check(trial, LONGEST_ATOM);
                return "the same atoms";
            }));
            printed.kept().ifPresent(it -> board.line("the job printed: " + it));
        }
        boolean ok = found.stream().allMatch(RuleFinding::holds);
        System.out.println(
                json
                        ? WireJson.mapper()
                                .writeValueAsString(new Checked(
                                        named.name(),
                                        ok,
                                        tried,
                                        shown.atoms().isPresent()
                                                ? shown.atoms().getAsLong()
                                                : null,
                                        shown.caution().orElse(""),
                                        found))
                        : ok
                                ? "nothing was found; the job may be cut anywhere as far as this was tried"
                                        + notTried(shown.atoms())
                                : "the job is not exact");
        return ok ? 0 : 1;
    }

    private Tried counted(Tried by) {
        tried = Math.max(tried, by.atoms());
        return by;
    }

    /** Says what remains open. An open-ended job does not tell whether it has more atoms. */
    private String notTried(OptionalLong total) {
        if (total.isPresent() && total.getAsLong() <= tried) {
            return "";
        }
        String of = total.isPresent()
                ? String.format(Locale.ROOT, "of %,d; what shows only later", total.getAsLong())
                : "of an open-ended job; what shows only later, if it goes on,";
        return "%ntried atoms 0 to %s %s was not tried (--atoms and --seconds try more)"
                .formatted(String.format(Locale.ROOT, "%,d", tried - 1), of);
    }

    private void requirePositive(String option, long value) {
        if (value < 1) {
            throw new ParameterException(
                    command.commandLine(), "%s must be 1 or more, was %s; nothing was tried".formatted(option, value));
        }
    }

    private RuleFinding check(Board board, String rule, Rehearsal rehearsal) throws Exception {
        Board.Status trying = board.status("trying whether " + rule);
        try {
            String tried = rehearsal.tried();
            board.line("  holds   %s: %s".formatted(rule, tried));
            return new RuleFinding(rule, true, tried, "");
        } catch (ContractViolation broken) {
            String violation = String.valueOf(broken.getMessage()).strip();
            board.line("  BROKEN  %s%n%s".formatted(rule, violation.indent(4).stripTrailing()));
            return new RuleFinding(rule, false, "", violation);
        } catch (AtomizableException | IllegalArgumentException | IOException | InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw JobEnd.threw(job.named().name(), "checked", e, "Run the job by itself and correct what it throws");
        } finally {
            trying.remove();
        }
    }

    private static String cuts(Tried tried) {
        return "%s of %s, each restored in a new instance; saving, restoring and repeating too"
                .formatted(Counted.of(tried.cuts(), "cut"), Counted.of(tried.atoms(), "atom"));
    }

    private static String faults(Tried tried) {
        return "%s of %s through windows by chance, with %s kinds of faults"
                .formatted(
                        Counted.of(tried.schedules(), "run"),
                        Counted.of(tried.atoms(), "atom"),
                        Fault.Kind.values().length);
    }
}
