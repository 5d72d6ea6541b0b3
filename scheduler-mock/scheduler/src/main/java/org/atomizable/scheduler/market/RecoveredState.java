package org.atomizable.scheduler.market;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.RowJson;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.pressure.PressureRecord;
import org.atomizable.scheduler.market.tenant.Accounts;

/**
 * The state that a scheduler recovers from its journal at a restart.
 *
 * @param tokens the newest token of each job name
 * @param accounts the accounts by tenant
 * @param pressure what was done because memory was scarce, by number
 */
record RecoveredState(
        List<Job> jobs,
        List<Lease> leases,
        Map<String, Long> tokens,
        Map<String, Accounts.Kept> accounts,
        List<Reservation> bookings,
        Map<String, PressureRecord> pressure) {

    static RecoveredState read(Journal journal) throws JournalException {
        List<Job> jobs = new ArrayList<>();
        for (Job.Kept each : RowJson.all(journal, Table.JOB, Job.Kept.class).values()) {
            jobs.add(new Job(each));
        }
        return new RecoveredState(
                jobs,
                List.copyOf(RowJson.all(journal, Table.LEASE, Lease.class).values()),
                RowJson.all(journal, Table.TOKEN, Long.class),
                RowJson.all(journal, Table.TENANT, Accounts.Kept.class),
                List.copyOf(RowJson.all(journal, Table.RESERVATION, Reservation.class)
                        .values()),
                RowJson.all(journal, Table.PRESSURE, PressureRecord.class));
    }
}
