package org.atomizable.scheduler.server.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.Credentials;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.client.SchedulerUntrustedException;
import org.atomizable.core.client.Token;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.journal.OwnerOnly;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.server.Generous;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A certificate that keytool has made, as PEM files, and the client of the SDK. */
@Tag("slow")
class TlsTest {

    private static final Backoff ONCE = new Backoff(Duration.ZERO, Duration.ZERO, 1);

    @TempDir
    Path directory;

    private Path certificate;
    private Path key;

    @BeforeEach
    void make() throws Exception {
        certificate = directory.resolve("server.pem");
        key = directory.resolve("server.key");
    }

    private void make(String algorithm, String... more) throws Exception {
        makeFor("san=ip:127.0.0.1,dns:localhost", algorithm, more);
    }

    private void makeFor(String names, String algorithm, String... more) throws Exception {
        Path store = directory.resolve(algorithm + ".p12");
        Files.deleteIfExists(store);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                algorithm,
                "-dname",
                "CN=localhost",
                "-ext",
                names,
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                "changeit"));
        command.addAll(List.of(more));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes());
        assertThat(keytool.waitFor()).as(said).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "changeit".toCharArray());
        }
        write(certificate, "CERTIFICATE", keys.getCertificate("a").getEncoded());
        write(key, "PRIVATE KEY", keys.getKey("a", "changeit".toCharArray()).getEncoded());
    }

    private static void write(Path file, String kind, byte[] content) throws Exception {
        Files.writeString(
                file,
                "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                        .formatted(kind, Base64.getMimeEncoder().encodeToString(content), kind));
    }

    @Test
    void whoTrustsTheCertificateIsServedAndNobodyElse() throws Exception {
        for (String algorithm : new String[] {"RSA", "EC", "Ed25519"}) {
            make(algorithm);
            Path journal = directory.resolve(algorithm + ".db");
            String token;
            try (SqliteJournal opened = SqliteJournal.open(journal, TimeSource.system())) {
                token = new AccessTokens(opened, TimeSource.system()).create("red", Role.TENANT);
            }
            SchedulerOptions options = SchedulerOptions.of(Generous.ALWAYS)
                    .keptIn(journal)
                    .accessedBy(AccessMode.BY_TOKEN.with(new Tls(certificate, key)));
            Scheduler scheduler = Scheduler.start(options, TimeSource.system());
            try (SchedulerClient trusting = SchedulerClient.of(
                            scheduler.uri(),
                            new Credentials(Optional.of(Token.of(token, "this test")), Optional.of(certificate)),
                            ONCE,
                            TimeSource.system());
                    SchedulerClient distrusting = SchedulerClient.of(
                            scheduler.uri(),
                            new Credentials(Optional.of(Token.of(token, "this test")), Optional.empty()),
                            Backoff.PATIENT,
                            TimeSource.system())) {
                assertThat(scheduler.uri().getScheme()).isEqualTo("https");
                assertThat(trusting.cluster().slices()).hasSize(1);
                assertThatThrownBy(distrusting::cluster)
                        .isInstanceOf(SchedulerUntrustedException.class)
                        .hasMessageContaining("is not trusted")
                        .hasMessageContaining("--ca");
            } finally {
                scheduler.close();
            }
        }
    }

    private void assertTold(Instant now, String... what) {
        assertThatThrownBy(() -> new Tls(certificate, key).read(now))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContainingAll(what);
    }

    @Test
    void aCertificateThatIsNotItsKeysIsToldAtTheStart() throws Exception {
        Instant now = TimeSource.system().now();
        for (String[] pair : new String[][] {{"RSA", "RSA"}, {"EC", "EC"}, {"Ed25519", "Ed25519"}, {"RSA", "EC"}}) {
            make(pair[0]);
            byte[] other = Files.readAllBytes(certificate);
            make(pair[1]);
            Files.write(certificate, other);
            assertTold(now, "server.key is not that of the first certificate in", "Name the key that");
        }
        Scheduler.start(SchedulerOptions.of(Generous.ALWAYS), TimeSource.system())
                .close();
        assertThatThrownBy(() -> Scheduler.start(
                        SchedulerOptions.of(Generous.ALWAYS)
                                .accessedBy(AccessMode.OPEN.with(new Tls(certificate, key))),
                        TimeSource.system()))
                .hasMessageContaining("is not that of the first certificate");
    }

    @Test
    void aCertificateThatIsNotValidNowIsToldAtTheStart() throws Exception {
        make("EC", "-validity", "10");
        Instant now = TimeSource.system().now();
        assertTold(now.plus(Duration.ofDays(11)), "CN=localhost", "expired at", "Renew it");
        assertTold(now.minus(Duration.ofDays(1)), "is not valid before", "Set this machine's clock");
        assertThat(new Tls(certificate, key).read(now).size()).isEqualTo(1);
    }

    @Test
    void anExpiryThatIsNearIsLoggedWeeksBefore() throws Exception {
        make("EC", "-validity", "60");
        Instant now = TimeSource.system().now();
        assertThat(logged(Tls.class, now.plus(Duration.ofDays(20)))).isEmpty();
        assertThat(logged(Tls.class, now.plus(Duration.ofDays(40)).plusSeconds(60)))
                .singleElement()
                .asString()
                .contains("expires in 19 days", "the new one is served within a minute");
    }

    @Test
    void aKeyThatOthersMayReadIsLogged() throws Exception {
        make("EC");
        Instant now = TimeSource.system().now();
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(logged(OwnerOnly.class, now)).singleElement().asString().contains("chmod 600", "rw-r-----");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        assertThat(logged(OwnerOnly.class, now)).isEmpty();
    }

    private List<String> logged(Class<?> by, Instant now) throws Exception {
        return logged(by, () -> new Tls(certificate, key).read(now));
    }

    private static List<String> logged(Class<?> by, ThrowingCallable action) throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(by);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        try {
            action.call();
        } catch (Throwable failed) {
            throw new AssertionError("that failed", failed);
        } finally {
            logger.detachAppender(lines);
        }
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** Returns the serial number of the certificate that a new connection is given. */
    private static BigInteger served(Scheduler scheduler) throws Exception {
        TrustManager anybody = new X509ExtendedTrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) {}

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {}

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String kind) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String kind) {}

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        };
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {anybody}, null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket(scheduler.uri().getHost(), scheduler.uri().getPort())) {
            X509Certificate first = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            return first.getSerialNumber();
        }
    }

    private Scheduler open(TimeSource time) throws AtomizableException {
        return Scheduler.start(
                SchedulerOptions.of(Generous.ALWAYS).accessedBy(AccessMode.OPEN.with(new Tls(certificate, key))), time);
    }

    @Test
    void aRenewedCertificateIsServedAfterAReloadAndABadOneIsNot() throws Exception {
        make("EC");
        try (Scheduler scheduler = open(TimeSource.system())) {
            BigInteger first = served(scheduler);
            make("EC");
            scheduler.reload();
            BigInteger second = served(scheduler);
            assertThat(second).isNotEqualTo(first);

            Files.writeString(certificate, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
            assertThat(logged(ServedCertificate.class, scheduler::reload))
                    .singleElement()
                    .asString()
                    .contains("The certificate from before is served on", "server.pem");
            assertThat(served(scheduler)).isEqualTo(second);
        }
    }

    @Test
    void aRenewedCertificateIsNoticedWithinAMinute() throws Exception {
        make("EC");
        VirtualTime time = VirtualTime.startingAt(TimeSource.system().now());
        try (Scheduler scheduler = open(time)) {
            BigInteger first = served(scheduler);
            byte[] before = Files.readAllBytes(key);
            make("EC");
            byte[] renewed = Files.readAllBytes(key);
            // A renewal writes one file after the other.
            Files.write(key, before);
            touch(1);
            assertThat(logged(ServedCertificate.class, () -> {
                        time.advance(ServedCertificate.LOOK);
                        time.advance(ServedCertificate.LOOK);
                    }))
                    .singleElement()
                    .asString()
                    .contains("is served on", "is not that of the first certificate");
            assertThat(served(scheduler)).isEqualTo(first);

            Files.write(key, renewed);
            touch(2);
            time.advance(ServedCertificate.LOOK);
            assertThat(served(scheduler)).isNotEqualTo(first);
        }
    }

    /** Clocks of file systems tick slowly. */
    private void touch(long seconds) throws IOException {
        FileTime then = FileTime.from(TimeSource.system().now().plusSeconds(seconds));
        Files.setLastModifiedTime(certificate, then);
        Files.setLastModifiedTime(key, then);
    }

    @Test
    void aCertificateOfAnotherNameIsToldAtOnceAndNotCalledAnAbsence() throws Exception {
        makeFor("san=dns:elsewhere.example", "EC");
        Path journal = directory.resolve("names.db");
        SchedulerOptions options = SchedulerOptions.of(Generous.ALWAYS)
                .keptIn(journal)
                .accessedBy(AccessMode.BY_TOKEN.with(new Tls(certificate, key)));
        try (Scheduler scheduler = Scheduler.start(options, TimeSource.system());
                SchedulerClient client = SchedulerClient.of(
                        scheduler.uri(),
                        new Credentials(Optional.empty(), Optional.of(certificate)),
                        Backoff.PATIENT,
                        TimeSource.system())) {
            assertThatThrownBy(client::cluster)
                    .isInstanceOf(SchedulerUntrustedException.class)
                    .hasMessageContaining("127.0.0.1")
                    .hasMessageContaining("Use the host name or address that the certificate was made for");
        }
    }

    @Test
    void filesThatAreNoneAreToldInWords() throws Exception {
        make("RSA");
        assertThatThrownBy(() -> new Tls(directory.resolve("none"), key)
                        .read(TimeSource.system().now()))
                .hasMessageContaining("none cannot be read: there is no such file");
        assertThatThrownBy(() -> new Tls(certificate, certificate)
                        .read(TimeSource.system().now()))
                .hasMessageContaining("openssl pkcs8 -topk8 -nocrypt");
        Files.writeString(certificate, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        assertThatThrownBy(
                        () -> new Tls(certificate, key).read(TimeSource.system().now()))
                .hasMessageContaining("cannot be used");
    }
}
