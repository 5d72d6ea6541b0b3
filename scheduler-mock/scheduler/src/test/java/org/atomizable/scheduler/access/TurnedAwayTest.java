package org.atomizable.scheduler.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.RowJson;
import org.atomizable.scheduler.journal.RowsInMemory;
import org.atomizable.scheduler.journal.Table;
import org.junit.jupiter.api.Test;

class TurnedAwayTest {

    private final VirtualTime time = VirtualTime.create();
    private final RowsInMemory journal = new RowsInMemory();

    private TurnedAway counting() throws Exception {
        return new TurnedAway(journal, JournalWriter.atOnce(journal), time);
    }

    private List<String> log() throws Exception {
        return AuditLog.read(journal).stream()
                .map(it -> "%s %s: %s".formatted(it.who(), it.did(), it.to()))
                .toList();
    }

    @Test
    void aMinutesCallsFromOneAddressAreOneEntry() throws Exception {
        TurnedAway counting = counting();
        counting.count("6.6.6.6", true);
        assertThat(log())
                .as("at once")
                .containsExactly(
                        "somebody at 6.6.6.6 was turned away: 1 calls with a bad token and 0 with none, in 0 s");
        for (int i = 0; i < 1000; i++) {
            counting.count("6.6.6.6", true);
            counting.count("7.7.7.7", false);
        }
        time.advance(Duration.ofMinutes(1));
        assertThat(log())
                .containsExactly(
                        "somebody at 6.6.6.6 was turned away: 1001 calls with a bad token and 0 with none, in 60 s",
                        "somebody at 7.7.7.7 was turned away: 0 calls with a bad token and 1000 with none, in 60 s");
        counting.count("6.6.6.6", true);
        assertThat(log()).as("the next minute's").hasSize(3);
    }

    @Test
    void whatWasCountedIsWrittenAtTheEnd() throws Exception {
        TurnedAway counting = counting();
        counting.count("6.6.6.6", true);
        counting.count("6.6.6.6", false);
        counting.close();
        assertThat(log())
                .containsExactly(
                        "somebody at 6.6.6.6 was turned away: 1 calls with a bad token and 1 with none, in 0 s");
        TurnedAway next = counting();
        next.count("6.6.6.6", true);
        assertThat(log()).hasSize(2);
    }

    @Test
    void manyAddressesAndManyMinutesPushNoDeedOut() throws Exception {
        AuditLog actions = new AuditLog(journal, time);
        journal.write(actions.entry("operator ops", "reserved", "slice gpu0.0"));
        TurnedAway counting = counting();
        for (int minute = 0; minute < 250; minute++) {
            for (int address = 0; address < 100; address++) {
                counting.count("6.6.%s.%s".formatted(minute, address), true);
            }
            time.advance(Duration.ofMinutes(1));
        }
        assertThat(log()).hasSize(1 + 10_000).first().asString().startsWith("operator ops reserved");
        assertThat(log()).last().asString().startsWith("somebody at other addresses was turned away: 50 calls");
    }

    @Test
    void aLogWithSumsInItGoesOn() throws Exception {
        counting().count("6.6.6.6", true);
        journal.write(new AuditLog(journal, time).entry("a", "did", "x"));
        journal.write(new AuditLog(journal, time).entry("b", "did", "y"));
        assertThat(log()).hasSize(3).last().isEqualTo("b did: y");
    }

    @Test
    void entriesOfOlderProgramsAreReadAsTheyAre() throws Exception {
        AuditLog.Entry old = new AuditLog.Entry(time.now(), "somebody at 6.6.6.6", "was turned away", "/v1/jobs");
        journal.write(List.of(new Change(Table.AUDIT, "000000000000", Optional.of(RowJson.write(old)))));
        journal.write(new AuditLog(journal, time).entry("a", "did", "x"));
        assertThat(AuditLog.read(journal)).hasSize(2).first().isEqualTo(old);
    }
}
