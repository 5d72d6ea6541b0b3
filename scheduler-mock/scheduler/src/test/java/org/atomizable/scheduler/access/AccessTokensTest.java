package org.atomizable.scheduler.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.Optional;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.RowsInMemory;
import org.junit.jupiter.api.Test;

/** Time stands still: nothing here may depend on when tokens are read again. */
class AccessTokensTest {

    private final VirtualTime time = VirtualTime.create();
    private final RowsInMemory journal = new RowsInMemory();
    private final AccessTokens ofTheScheduler = new AccessTokens(journal, time);

    @Test
    void aTokenThatAnotherProcessCreatesIsGoodAtOnce() throws JournalException {
        AccessTokens ofTheCommand = new AccessTokens(journal, time);
        for (int i = 0; i < 10; i++) {
            String token = ofTheCommand.create("team-" + i, Role.TENANT);
            assertThat(ofTheScheduler.bearer(token).map(Bearer::name)).contains("team-" + i);
        }
    }

    @Test
    void guessesDoNotKeepTheJournalBusy() throws JournalException {
        String guess = TokenText.drawn(new SecureRandom()).show();
        for (int i = 0; i < 1000; i++) {
            assertThat(ofTheScheduler.bearer(guess)).isEqualTo(Optional.empty());
        }
        assertThat(journal.readings()).isLessThanOrEqualTo(21);
    }
}
