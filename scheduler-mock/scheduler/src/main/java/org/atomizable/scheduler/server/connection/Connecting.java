package org.atomizable.scheduler.server.connection;

import com.sun.management.UnixOperatingSystemMXBean;
import io.javalin.config.JavalinConfig;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How bytes come in: address, TLS, and what keeps slow and many clients from holding up the others. */
public final class Connecting implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Connecting.class);

    private static final int HEADERS = 8 * 1024;
    private static final List<String> CHUNKED = List.of(HttpHeaderValue.CHUNKED.asString());

    /** Each job has a stream and a connection for its other calls. */
    private static final int DESCRIPTORS = 2 * Bounds.JOBS + 256;

    private final String host;
    private final int port;
    private final Optional<ServedCertificate> certificate;
    private final TimeSource time;
    private final SlowClients slow;
    private final List<ServerConnector> connectors = new CopyOnWriteArrayList<>();

    private Connecting(String host, int port, Optional<ServedCertificate> certificate, TimeSource time) {
        this.host = host;
        this.port = port;
        this.certificate = certificate;
        this.time = time;
        this.slow = new SlowClients(time);
    }

    public static Connecting as(String host, int port, AccessMode access, TimeSource time) throws AtomizableException {
        Optional<Tls> tls = access.tls();
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            tooFew(system.getMaxFileDescriptorCount()).ifPresent(LOG::warn);
        }
        return new Connecting(
                host,
                port,
                tls.isPresent() ? Optional.of(ServedCertificate.of(tls.get(), time)) : Optional.empty(),
                time);
    }

    /** Returns what to tell an operator whose limit of descriptors is smaller than what full use takes. */
    static Optional<String> tooFew(long descriptors) {
        return descriptors >= DESCRIPTORS
                ? Optional.empty()
                : Optional.of(
                        ("This process may open %s files and connections; %s jobs need about %s. Raise the limit (ulimit -n, LimitNOFILE) if"
                                        + " so many are to run.")
                                .formatted(descriptors, Bounds.JOBS, DESCRIPTORS));
    }

    /** Returns when the certificate expires, or one of those that sign it, if that is earlier; empty without TLS. */
    public Optional<Instant> certificateExpires() {
        return certificate.flatMap(ServedCertificate::expires);
    }

    /** Reads the certificate's files again, if there is one; connections that are open keep what they were given. */
    public void reload() {
        certificate.ifPresent(ServedCertificate::reload);
    }

    /** Returns why the certificate's files cannot be used, so that the one from before is served on; empty if they can. */
    public Optional<String> certificateProblem() {
        return certificate.flatMap(ServedCertificate::problem);
    }

    /** Returns how many connections are open. */
    public int open() {
        return connectors.stream()
                .mapToInt(it -> it.getConnectedEndPoints().size())
                .sum();
    }

    public static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException elsewhere) {
            return false;
        }
    }

    public void configure(JavalinConfig config) {
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setRequestHeaderSize(HEADERS);
            // It would keep 85 kB for each connection, and thousands of streams send their headers once.
            http.setHeaderCacheSize(0);
            // Not even a bare line feed: a proxy may see other headers, or another number of requests.
            http.setHttpCompliance(HttpCompliance.STRICT);
            http.addCustomizer(Connecting::onlyPlainChunks);
        });
        config.jetty.addConnector(this::connector);
        config.jetty.modifyServletContextHandler(context -> {
            // Each goes around those before it.
            context.insertHandler(slow.bodyCame());
            // A body is read before a thread is given to its request, however slowly it comes.
            context.insertHandler(new EagerContentHandler(
                    new EagerContentHandler.RetainedContentLoaderFactory(Bounds.BODY + 1, 0, false)));
            context.insertHandler(slow.headersCame());
        });
        config.jetty.modifyServer(server -> server.addBean(new NetworkConnectionLimit(Bounds.CONNECTIONS, server)));
    }

    /** A proxy that knows another coding, or reads another one of two, sees the body end elsewhere. */
    private static Request onlyPlainChunks(Request request, HttpFields.Mutable answer) {
        List<String> codings = request.getHeaders().getValuesList(HttpHeader.TRANSFER_ENCODING);
        if (!codings.isEmpty() && !codings.equals(CHUNKED)) {
            throw new HttpException.RuntimeException(
                    HttpStatus.BAD_REQUEST_400, "only one Transfer-Encoding is understood, chunked, not " + codings);
        }
        return request;
    }

    private ServerConnector connector(Server server, HttpConfiguration http) {
        ServerConnector connector = certificate
                .map(it -> secured(server, http, it.begin()))
                .orElseGet(() -> new TellingConnector(server, time, new HttpConnectionFactory(http)));
        connectors.add(connector);
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(Bounds.IDLE.toMillis());
        slow.watch(connector);
        return connector;
    }

    /** Watches connections and certificates no more. */
    @Override
    public void close() {
        slow.close();
        certificate.ifPresent(ServedCertificate::close);
    }

    private ServerConnector secured(Server server, HttpConfiguration http, SslContextFactory.Server tls) {
        HttpConfiguration secure = new HttpConfiguration(http);
        // Callers may use whatever name or address the server can be reached by; they check the certificate.
        secure.addCustomizer(new SecureRequestCustomizer(false));
        return new TellingConnector(
                server, time, new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory(secure));
    }
}
