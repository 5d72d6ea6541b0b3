package org.atomizable.scheduler.server.connection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate that new connections are given: that of the files, or the last good one while they hold none. The files are looked at once a
 * minute. Safe for use by several threads.
 */
final class ServedCertificate implements AutoCloseable {

    static final Duration LOOK = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(ServedCertificate.class);

    private final Tls files;
    private final TimeSource time;
    private final SslContextFactory.Server factory = new SslContextFactory.Server();
    private KeyStore keys;
    private List<String> read;
    /** A pair of files is often renewed one after the other: what is wrong in between is told once. */
    private String lastTold = "";

    private TimeSource.Timer timer = () -> {};
    private boolean closed;

    private ServedCertificate(Tls files, TimeSource time, List<String> read, KeyStore keys) {
        this.files = files;
        this.time = time;
        this.read = read;
        this.keys = keys;
        factory.setKeyStore(keys);
        factory.setKeyStorePassword(Tls.password());
    }

    /** Reads the files. */
    static ServedCertificate of(Tls files, TimeSource time) throws AtomizableException {
        List<String> stamps = stamps(files);
        return new ServedCertificate(files, time, stamps, files.read(time.now()));
    }

    /** Returns what a connector serves, and looks at the files from now on. */
    SslContextFactory.Server begin() {
        look();
        return factory;
    }

    synchronized Optional<Instant> expires() {
        return Tls.expires(keys);
    }

    /** Returns why the files could not be used when they were last read; empty if they could. */
    synchronized Optional<String> problem() {
        return Optional.of(lastTold).filter(it -> !it.isEmpty());
    }

    private synchronized void look() {
        if (closed) {
            return;
        }
        timer = time.schedule(LOOK, this::look);
        if (!stamps(files).equals(read)) {
            reload();
        }
    }

    /** Reads the files again. If they hold no good certificate, the one before is served on, and the log says why. */
    synchronized void reload() {
        // Before the files: what is written while they are read is seen at the next look.
        List<String> stamps = stamps(files);
        try {
            KeyStore renewed = files.read(time.now());
            serve(renewed);
            keys = renewed;
            read = stamps;
            lastTold = "";
            LOG.info(
                    "New connections are given the certificate that is in {} now.",
                    files.certificate().toAbsolutePath());
        } catch (AtomizableException unusable) {
            if (!lastTold.equals(unusable.getMessage())) {
                lastTold = String.valueOf(unusable.getMessage());
                LOG.warn("The certificate from before is served on: {}", lastTold);
            }
        }
    }

    private void serve(KeyStore renewed) throws AtomizableException {
        try {
            factory.reload(it -> it.setKeyStore(renewed));
        } catch (Exception refused) {
            try {
                factory.reload(it -> it.setKeyStore(keys));
            } catch (Exception defect) {
                throw new IllegalStateException("a certificate that was served cannot be served any more", defect);
            }
            throw files.unusable(refused);
        }
    }

    private static List<String> stamps(Tls files) {
        return Stream.of(files.certificate(), files.key())
                .map(ServedCertificate::stamp)
                .toList();
    }

    private static String stamp(Path file) {
        try {
            return Files.getLastModifiedTime(file) + " " + Files.size(file);
        } catch (IOException missing) {
            return "none";
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        timer.cancel();
    }
}
