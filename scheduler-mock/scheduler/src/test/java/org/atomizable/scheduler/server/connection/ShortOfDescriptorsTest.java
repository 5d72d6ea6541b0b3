package org.atomizable.scheduler.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.time.Duration;
import org.atomizable.api.time.VirtualTime;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ShortOfDescriptorsTest {

    @Test
    void connectionsThatCannotBeAcceptedAreLoggedOnceAMinute() throws Exception {
        VirtualTime time = VirtualTime.create();
        Logger logger = (Logger) LoggerFactory.getLogger(TellingConnector.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        Server server = new Server();
        TellingConnector connector = new TellingConnector(server, time, new HttpConnectionFactory());
        server.addConnector(connector);
        server.start();
        try {
            connector.tell(new IOException("Too many open files"));
            time.advance(Duration.ofSeconds(59));
            connector.tell(new IOException("Too many open files"));
            assertThat(log.list)
                    .singleElement()
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .asString()
                    .contains("No connection can be accepted: Too many open files", "ulimit -n, LimitNOFILE");
            time.advance(Duration.ofSeconds(1));
            connector.tell(new IOException("Too many open files"));
            assertThat(log.list).hasSize(2);
        } finally {
            logger.detachAppender(log);
            server.stop();
        }
    }

    @Test
    void aLimitBelowWhatAllJobsNeedIsToldAtTheStart() {
        assertThat(Connecting.tooFew(1024)).get().asString().contains("may open 1024 files", "LimitNOFILE");
        assertThat(Connecting.tooFew(65_536)).isEmpty();
    }
}
