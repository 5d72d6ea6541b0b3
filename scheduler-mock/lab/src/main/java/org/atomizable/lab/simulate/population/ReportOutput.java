package org.atomizable.lab.simulate.population;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.atomizable.core.wire.WireJson;
import org.atomizable.scheduler.clear.Explained;
import org.atomizable.scheduler.clear.Proposal;
import org.atomizable.scheduler.clear.ScoredProposal;

/**
 * A report as the command prints it.
 *
 * @param reference of the same jobs, all honest; empty if they are honest anyway
 * @param explain whether the last clearing is printed too
 */
record ReportOutput(ExperimentReport report, Optional<ExperimentReport> reference, boolean explain) {

    void json(PrintStream out) throws JsonProcessingException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("utilization", report.utilization());
        fields.put("jain", report.jain());
        fields.put("optimalShare", report.optimal());
        reference.ifPresent(honest -> {
            fields.put("honestLoss", honestLoss(honest));
            fields.put("advantage", advantages(honest));
        });
        fields.put("strategies", report.outcomes());
        if (explain) {
            fields.put("last", report.last().stream().map(ReportOutput::fields).toList());
        }
        out.println(WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(fields));
    }

    private static Map<String, Object> fields(Explained explained) {
        ScoredProposal scored = explained.scored();
        Proposal bid = scored.proposal();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("job", bid.bidder().name());
        fields.put("slice", bid.window().slice().id());
        fields.put("variant", bid.variant().id());
        fields.put("own", bid.variant().utility());
        fields.put("rho", bid.bidder().rho());
        fields.put("seen", scored.seen());
        fields.put("waitedSeconds", waitedSeconds(bid));
        fields.put("score", scored.score());
        fields.put("weight", scored.weight());
        fields.put("won", explained.won());
        fields.put("lostBy", explained.lostBy());
        return fields;
    }

    void table(PrintStream out) {
        out.println("strategy        jobs    share     fair    later    mean wait      longest      gain    rho");
        for (ExperimentReport.Outcome it : report.outcomes()) {
            line(
                    out,
                    "%-14s %5s %7.2f%% %7.2f%% %7.2f%% %10.0f s %10.0f s %9.1f %6.2f",
                    it.strategy().word(),
                    it.jobs(),
                    100 * it.share(),
                    100 * it.fairShare(),
                    100 * it.laterShare(),
                    it.meanWaitSeconds(),
                    it.longestWaitSeconds(),
                    it.gain(),
                    it.rho());
        }
        line(
                out,
                "utilization %.1f %%, Jain's index of tenants %.4f, %.1f %% of clearings proved optimal",
                100 * report.utilization(),
                report.jain(),
                100 * report.optimal());
        reference.ifPresent(honest -> {
            line(
                    out,
                    "honest jobs lost %.2f %% of their useful time against a population of which all are honest",
                    100 * honestLoss(honest));
            advantages(honest)
                    .forEach((strategy, advantage) -> line(
                            out,
                            "%s jobs gained %+.2f %% against the same jobs, all honest",
                            strategy.word(),
                            100 * advantage));
        });
        if (explain) {
            explained(out);
        }
    }

    private void explained(PrintStream out) {
        line(out, "%nthe last clearing; its weight would have been that much less with a bid that lost");
        out.println("job                 slice    variant     own   rho scheduler   waited   score   weight  outcome");
        for (Explained it : report.last()) {
            ScoredProposal scored = it.scored();
            Proposal bid = scored.proposal();
            line(
                    out,
                    "%-19s %-8s %-8s %6.3f %5.2f %9.3f %6.0f s %7.3f %8.2f  %s",
                    bid.bidder().name(),
                    bid.window().slice().id(),
                    bid.variant().id(),
                    bid.variant().utility(),
                    bid.bidder().rho(),
                    scored.seen(),
                    waitedSeconds(bid),
                    scored.score(),
                    scored.weight(),
                    it.won() ? "won" : String.format(Locale.ROOT, "lost by %.2f", it.lostBy()));
        }
    }

    private static double waitedSeconds(Proposal bid) {
        return bid.bidder().waited().toMillis() / 1e3;
    }

    /** Returns what honest jobs lost by the others' lies, of their useful time; 0 if there are none. */
    private double honestLoss(ExperimentReport honest) {
        ExperimentReport.Outcome first = report.outcomes().get(0);
        return first.strategy() == Strategy.HONEST ? report.loss(honest, first.jobs()) : 0;
    }

    private Map<Strategy, Double> advantages(ExperimentReport honest) {
        Map<Strategy, Double> advantages = new EnumMap<>(Strategy.class);
        report.outcomes().stream()
                .map(ExperimentReport.Outcome::strategy)
                .filter(strategy -> !strategy.honest())
                .forEach(strategy -> advantages.put(strategy, report.advantage(honest, strategy)));
        return advantages;
    }

    private static void line(PrintStream out, String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
