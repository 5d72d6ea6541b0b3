package org.atomizable.lab.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.core.wire.ToWire;
import org.atomizable.core.wire.WireJson;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.RowJson;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.lease.Lease;

/**
 * The scheduler's own journal after a run, compared with the messages on the network.
 *
 * @param grants leases in the journal
 * @param doubleGrants pairs of leases that gave one slice, or one job, to two at a time, by more than the clock can have been off
 * @param tokensOutOfOrder leases whose token was not above all earlier ones of their job
 * @param lostReports reports that the scheduler took and does not know
 * @param overruns reports of subjobs that took longer than what was granted
 * @param reports reports that it took
 */
record InvariantChecker(
        int grants, int doubleGrants, int tokensOutOfOrder, int lostReports, int overruns, int reports) {

    /**
     * A lease.
     *
     * @param job the name of its job, which outlives the job's id
     */
    private record Held(String job, Lease lease) {

        Grant grant() {
            return lease.grant();
        }

        Instant until() {
            return lease.ended().map(Lease.Ended::at).orElse(grant().ends());
        }

        boolean clashes(Held other, Duration off) {
            return (job.equals(other.job)
                            || grant().slice().id().equals(other.grant().slice().id()))
                    && grant().starts().isBefore(other.until().minus(off))
                    && other.grant().starts().isBefore(until().minus(off));
        }
    }

    /** Reads a journal; {@code off} is by how much its clock may have been wrong, one way and the other. */
    static InvariantChecker of(Path journal, Map<String, String> reports, Duration off)
            throws JournalException, IOException {
        Map<String, Held> leases = new LinkedHashMap<>();
        try (SqliteJournal visited = SqliteJournal.visit(journal, TimeSource.system())) {
            Map<String, JsonNode> jobs = RowJson.all(visited, Table.JOB, JsonNode.class);
            RowJson.all(visited, Table.LEASE, Lease.class).forEach((id, lease) -> {
                JsonNode job = jobs.getOrDefault(lease.job(), NullNode.getInstance());
                leases.put(id, new Held(job.at("/request/name").asText(lease.job()), lease));
            });
        }
        List<Held> inOrder = List.copyOf(leases.values());
        return new InvariantChecker(
                inOrder.size(),
                doubled(inOrder, off.multipliedBy(2)),
                outOfOrder(inOrder),
                (int) reports.keySet().stream()
                        .filter(it -> !leases.containsKey(it)
                                || leases.get(it).lease().end().isEmpty())
                        .count(),
                overruns(leases, reports),
                reports.size());
    }

    private static int doubled(List<Held> leases, Duration off) {
        int doubled = 0;
        for (int one = 0; one < leases.size(); one++) {
            for (int other = one + 1; other < leases.size(); other++) {
                doubled += leases.get(one).clashes(leases.get(other), off) ? 1 : 0;
            }
        }
        return doubled;
    }

    private static int outOfOrder(List<Held> leases) {
        Map<String, Long> newest = new HashMap<>();
        int wrong = 0;
        for (Held each : leases) {
            long token = each.grant().token().value();
            wrong += token <= newest.getOrDefault(each.job(), 0L) ? 1 : 0;
            newest.merge(each.job(), token, Math::max);
        }
        return wrong;
    }

    private static int overruns(Map<String, Held> leases, Map<String, String> reports) throws IOException {
        int overruns = 0;
        for (Map.Entry<String, String> each : reports.entrySet()) {
            Held held = leases.get(each.getKey());
            double took = WireJson.mapper()
                    .readValue(each.getValue(), ReportMessage.class)
                    .totalSeconds();
            boolean overrun =
                    held != null && took > ToWire.seconds(held.lease().time().length());
            overruns += overrun ? 1 : 0;
        }
        return overruns;
    }
}
