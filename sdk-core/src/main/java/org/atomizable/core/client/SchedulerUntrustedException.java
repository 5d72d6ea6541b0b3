package org.atomizable.core.client;

import java.io.IOException;
import java.net.URI;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** The server at the scheduler's address has a certificate that is not trusted. A retry would have the same result. */
public final class SchedulerUntrustedException extends SchedulerUnreachableException {

    SchedulerUntrustedException(URI scheduler, IOException cause) {
        super(
                "the certificate of scheduler %s is not trusted: %s".formatted(scheduler, reason(cause)),
                isOfAnotherName(cause)
                        ? "Use the host name or address that the certificate was made for, or have one made for %s"
                                .formatted(scheduler.getHost())
                        : "Name the certificate of its signer with --ca; if it has expired, the scheduler's operator "
                                + "must renew it",
                cause);
    }

    /** Tells whether an attempt failed since the server is not trusted; a handshake that merely breaks off may work next time. */
    static boolean isCauseOf(IOException failed) {
        return isOfAnotherName(failed) || (failed instanceof SSLHandshakeException && isCertificate(failed.getCause()));
    }

    private static boolean isOfAnotherName(IOException failed) {
        return failed instanceof SSLPeerUnverifiedException;
    }

    private static boolean isCertificate(@Nullable Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }
}
