package org.atomizable.lab.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.wire.WireJson;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.journal.Table;

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

    private static final double NANOS = 1e9;

    private record Held(
            String job, String slice, long token, Instant starts, Instant ends, Instant until, JsonNode end) {
        boolean clashes(Held other, Duration off) {
            return (job.equals(other.job) || slice.equals(other.slice))
                    && starts.isBefore(other.until.minus(off))
                    && other.starts.isBefore(until.minus(off));
        }
    }

    /** Reads a journal; {@code off} is by how much its clock may have been wrong, one way and the other. */
    static InvariantChecker of(Path journal, Map<String, String> reports, Duration off)
            throws JournalException, IOException {
        Map<String, String> names = new HashMap<>();
        Map<String, Held> leases = new HashMap<>();
        List<Held> inOrder = new ArrayList<>();
        try (SqliteJournal visited = SqliteJournal.visit(journal, TimeSource.system())) {
            for (Map.Entry<String, String> row : visited.all(Table.JOB).entrySet()) {
                JsonNode job = WireJson.mapper().readTree(row.getValue());
                names.put(row.getKey(), job.path("request").path("name").asText());
            }
            for (Map.Entry<String, String> row : visited.all(Table.LEASE).entrySet()) {
                Held held = held(WireJson.mapper().readTree(row.getValue()), names);
                leases.put(row.getKey(), held);
                inOrder.add(held);
            }
        }
        return new InvariantChecker(
                inOrder.size(),
                doubled(inOrder, off.multipliedBy(2)),
                outOfOrder(inOrder),
                (int) reports.keySet().stream()
                        .filter(grant -> !leases.containsKey(grant)
                                || leases.get(grant).end().isMissingNode()
                                || leases.get(grant).end().isNull())
                        .count(),
                overruns(leases, reports),
                reports.size());
    }

    private static Held held(JsonNode lease, Map<String, String> names) {
        JsonNode grant = lease.path("grant");
        Instant ends = Instant.parse(grant.path("ends").asText());
        JsonNode ended = lease.path("ended").path("at");
        String job = lease.path("job").asText();
        return new Held(
                names.getOrDefault(job, job),
                grant.path("slice").path("id").asText(),
                grant.path("token").path("value").asLong(),
                Instant.parse(grant.path("starts").asText()),
                ends,
                ended.isTextual() ? Instant.parse(ended.asText()) : ends,
                lease.path("end"));
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
            wrong += each.token() <= newest.getOrDefault(each.job(), 0L) ? 1 : 0;
            newest.merge(each.job(), each.token(), Math::max);
        }
        return wrong;
    }

    private static int overruns(Map<String, Held> leases, Map<String, String> reports) throws IOException {
        int overruns = 0;
        for (Map.Entry<String, String> each : reports.entrySet()) {
            Held held = leases.get(each.getKey());
            JsonNode report = WireJson.mapper().readTree(each.getValue());
            double granted = held == null
                    ? Double.POSITIVE_INFINITY
                    : Duration.between(held.starts(), held.ends()).toNanos() / NANOS;
            overruns += report.path("totalSeconds").asDouble() > granted ? 1 : 0;
        }
        return overruns;
    }
}
