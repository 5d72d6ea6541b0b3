package org.atomizable.core.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.atomizable.api.AtomizableException;
import org.jspecify.annotations.Nullable;

/**
 * A client's bearer token, and the certificate authorities that it trusts.
 *
 * @param token the bearer token; empty to show none
 * @param authority a file of certificates in PEM format: servers that they have signed are trusted; empty for this
 *     Java's own list
 */
public record Credentials(Optional<Token> token, Optional<Path> authority) {

    /** Shows nothing, and trusts whom this Java trusts. */
    public static final Credentials NONE = new Credentials(Optional.empty(), Optional.empty());

    /** Returns who decides whether a server is trusted; empty if this Java does. */
    Optional<X509TrustManager> trust() throws AtomizableException {
        return authority.isEmpty() ? Optional.empty() : Optional.of(trust(authority.get()));
    }

    /**
     * Returns what lets another client than {@link SchedulerClient} trust the same servers; empty if this Java's own list decides.
     *
     * @throws AtomizableException if the certificates cannot be used
     */
    public Optional<SSLContext> context() throws AtomizableException {
        return trust().map(Credentials::context);
    }

    static SSLContext context(X509TrustManager trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, null);
            return context;
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java has TLS", missing);
        }
    }

    private static X509TrustManager trust(Path file) throws AtomizableException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("authority-" + number++, each);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return (X509TrustManager) factory.getTrustManagers()[0];
        } catch (IOException | GeneralSecurityException wrong) {
            throw new AtomizableException(
                    "the certificates in %s cannot be used: %s".formatted(file, reason(wrong)),
                    "Name a file in PEM format that this program may read",
                    wrong);
        }
    }

    /** The message of such an exception is the name of the file alone. */
    static @Nullable String reason(Exception unreadable) {
        if (unreadable instanceof NoSuchFileException) {
            return "there is no such file";
        }
        return unreadable instanceof AccessDeniedException ? "access is denied" : unreadable.getMessage();
    }
}
