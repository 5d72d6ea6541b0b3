package org.atomizable.testkit.watch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.api.time.TimeSource;
import org.atomizable.testkit.protocol.Breach;
import org.atomizable.testkit.protocol.ProtocolMonitor;
import org.atomizable.testkit.relay.Monitored;
import org.atomizable.testkit.relay.Relay;

/** This JVM's choice of proxies: calls of the protocol to this machine go through a relay that watches them. One for all tests. */
final class WatchedProxy extends ProxySelector {

    private static final Map<URI, ProtocolMonitor> MONITORS = new ConcurrentHashMap<>();
    private static final Map<URI, Integer> TOLD = new ConcurrentHashMap<>();

    private final ProxySelector others;
    private final Proxy relay;

    private WatchedProxy(ProxySelector others, Relay relay) {
        this.others = others;
        this.relay = new Proxy(
                Proxy.Type.HTTP,
                new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), relay.uri().getPort()));
    }

    static synchronized void install(ProxySelector before) throws IOException {
        if (!(before instanceof WatchedProxy)) {
            Relay relay = Relay.proxy(root -> new Monitored(monitor(root)));
            ProxySelector.setDefault(new WatchedProxy(before, relay));
        }
    }

    private static ProtocolMonitor monitor(URI scheduler) {
        return MONITORS.computeIfAbsent(scheduler, it -> new ProtocolMonitor(TimeSource.system()));
    }

    /** Returns the breaches that were not told yet. */
    static synchronized List<Breach> newBreaches() {
        List<Breach> all = new ArrayList<>();
        MONITORS.forEach((scheduler, monitor) -> {
            List<Breach> breaches = monitor.breaches();
            all.addAll(breaches.subList(TOLD.getOrDefault(scheduler, 0), breaches.size()));
            TOLD.put(scheduler, breaches.size());
        });
        return all;
    }

    @Override
    public List<Proxy> select(URI uri) {
        boolean watched = "http".equals(uri.getScheme())
                && uri.getHost() != null
                && uri.getPath() != null
                && uri.getHost().matches("127\\.0\\.0\\.1|localhost")
                // OkHttp, which the agents' client uses, asks without the path.
                && (uri.getPath().startsWith("/v1/") || uri.getPath().equals("/"));
        return watched ? List.of(relay) : others.select(uri);
    }

    @Override
    public void connectFailed(URI uri, SocketAddress proxy, IOException why) {
        others.connectFailed(uri, proxy, why);
    }
}
