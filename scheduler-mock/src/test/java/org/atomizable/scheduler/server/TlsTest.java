package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.Credentials;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A certificate that keytool has made, as PEM files, and the client of the SDK. */
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

    private void make(String algorithm) throws Exception {
        Path store = directory.resolve(algorithm + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "a",
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "changeit")
                .redirectErrorStream(true)
                .start();
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
            try (SqliteJournal opened = SqliteJournal.open(journal)) {
                token = new AccessTokens(opened, TimeSource.system()).create("red", Role.TENANT);
            }
            SchedulerOptions options = SchedulerOptions.of(Generous.ALWAYS)
                    .keptIn(journal)
                    .entered(Entrance.BY_TOKEN.with(new Tls(certificate, key)));
            Scheduler scheduler = Scheduler.start(options, TimeSource.system());
            try (SchedulerClient trusting = SchedulerClient.of(
                            scheduler.uri(),
                            new Credentials(Optional.of(token), Optional.of(certificate)),
                            ONCE,
                            TimeSource.system());
                    SchedulerClient distrusting = SchedulerClient.of(
                            scheduler.uri(),
                            new Credentials(Optional.of(token), Optional.empty()),
                            ONCE,
                            TimeSource.system())) {
                assertThat(scheduler.uri().getScheme()).isEqualTo("https");
                assertThat(trusting.cluster().slices()).hasSize(1);
                assertThatThrownBy(distrusting::cluster).isInstanceOf(SchedulerUnreachableException.class);
            } finally {
                scheduler.close();
            }
        }
    }

    @Test
    void filesThatAreNoneAreToldInWords() throws Exception {
        make("RSA");
        assertThatThrownBy(() -> new Tls(directory.resolve("none"), key).read())
                .hasMessageContaining("none cannot be read");
        assertThatThrownBy(() -> new Tls(certificate, certificate).read())
                .hasMessageContaining("openssl pkcs8 -topk8 -nocrypt");
        Files.writeString(certificate, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        assertThatThrownBy(() -> new Tls(certificate, key).read()).hasMessageContaining("cannot be used");
    }
}
