package org.atomizable.scheduler.server.connection;

import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connector that tells the operator when it cannot accept connections, as where all descriptors are in use. */
final class TellingConnector extends ServerConnector {

    /** It tries again every second. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(TellingConnector.class);

    private final TimeSource time;
    private Optional<Long> told = Optional.empty();

    TellingConnector(Server server, TimeSource time, ConnectionFactory... factories) {
        super(server, factories);
        this.time = time;
    }

    @Override
    protected boolean handleAcceptFailure(Throwable failure) {
        tell(failure);
        return super.handleAcceptFailure(failure);
    }

    synchronized void tell(Throwable failure) {
        long now = time.nanos();
        if (!(failure instanceof Exception)
                || isStopping()
                || isStopped()
                || told.filter(it -> now - it < PAUSE.toNanos()).isPresent()) {
            return;
        }
        told = Optional.of(now);
        LOG.warn(
                "No connection can be accepted: {}. If that is for want of descriptors, raise their limit (ulimit -n, LimitNOFILE); {} connections"
                        + " are open.",
                failure.getMessage(),
                getConnectedEndPoints().size());
    }
}
