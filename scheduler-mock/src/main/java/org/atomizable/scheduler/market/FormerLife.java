package org.atomizable.scheduler.market;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.lease.Lease;

/**
 * What a journal tells of the schedulers that wrote it.
 *
 * @param tokens the newest, by the jobs' names
 * @param accounts by tenant
 */
record FormerLife(
        List<Job> jobs,
        List<Lease> leases,
        Map<String, Long> tokens,
        Map<String, Accounts.Kept> accounts,
        List<Booking> bookings) {

    static FormerLife read(Journal journal) throws JournalException {
        List<Job> jobs = new ArrayList<>();
        for (KeptJob each : read(journal, Table.JOB, KeptJob.class).values()) {
            jobs.add(each.job());
        }
        return new FormerLife(
                jobs,
                List.copyOf(read(journal, Table.LEASE, Lease.class).values()),
                read(journal, Table.TOKEN, Long.class),
                read(journal, Table.TENANT, Accounts.Kept.class),
                List.copyOf(read(journal, Table.RESERVATION, Booking.class).values()));
    }

    private static <T> Map<String, T> read(Journal journal, Table table, Class<T> type) throws JournalException {
        Map<String, T> rows = new LinkedHashMap<>();
        for (Map.Entry<String, String> row : journal.all(table).entrySet()) {
            try {
                rows.put(row.getKey(), KeptJson.read(row.getValue(), type));
            } catch (JsonProcessingException | IllegalArgumentException damaged) {
                throw JournalException.damaged(table, row.getKey(), damaged);
            }
        }
        return rows;
    }
}
