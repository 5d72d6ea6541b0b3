package org.atomizable.testkit.rule;

import java.util.List;
import java.util.Optional;

/** A job breaks a rule. The message tells which, where, what was proved to cause it, what to do, and how to see it again. */
public final class ContractViolation extends AssertionError {

    private static final long serialVersionUID = 1L;

    private final transient Breach breach;

    /**
     * The details of a breach.
     *
     * @param job the job's name
     * @param rule what it breaks
     * @param seen what differs, in one or two sentences
     * @param schedule the schedule as a picture; empty where there is none
     * @param findings what was proved to cause it; or a {@link Cause#NOT_FOUND}, with what may help
     * @param replay the line of Java that shows it again
     */
    public record Breach(
            String job,
            Rule rule,
            String seen,
            List<String> schedule,
            List<Finding> findings,
            Optional<String> replay) {

        /** Copies the lists. */
        public Breach {
            schedule = List.copyOf(schedule);
            findings = List.copyOf(findings);
        }
    }

    /** Makes the error of a breach. */
    public ContractViolation(Breach breach) {
        super(text(breach));
        this.breach = breach;
    }

    /** Returns the rule that is broken. */
    public Rule rule() {
        return breach.rule();
    }

    /** Returns the cause, if it was proved. */
    public Cause cause() {
        return breach.findings().isEmpty()
                ? Cause.NOT_FOUND
                : breach.findings().get(0).cause();
    }

    private static String text(Breach breach) {
        StringBuilder text = new StringBuilder();
        text.append("job %s breaks a rule: %s%n"
                .formatted(breach.job(), breach.rule().statement()));
        text.append("  seen: %s%n".formatted(breach.seen()));
        breach.schedule().forEach(line -> text.append("    ").append(line).append(System.lineSeparator()));
        for (Finding each : breach.findings()) {
            text.append("  cause: %s (%s)%n".formatted(each.cause().title(), each.evidence()));
            text.append("  remedy: %s.%n".formatted(each.cause().remedy()));
        }
        if (breach.findings().isEmpty()) {
            text.append("  cause: %s%n  remedy: %s.%n".formatted(Cause.NOT_FOUND.title(), Cause.NOT_FOUND.remedy()));
        }
        breach.replay().ifPresent(line -> text.append("  to see it again: %s%n".formatted(line)));
        return text.toString();
    }
}
