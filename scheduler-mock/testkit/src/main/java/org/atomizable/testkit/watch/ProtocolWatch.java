package org.atomizable.testkit.watch;

import java.io.IOException;
import java.net.ProxySelector;
import org.atomizable.testkit.protocol.Breach;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets a test fail if a message between an agent in this JVM and a scheduler on this machine breaks a rule of the protocol. Use it with
 * {@code @ExtendWith(ProtocolWatch.class)}, or register it for all tests of a module. Agents and clients must be made after it has begun,
 * as they look for a proxy only once.
 */
public final class ProtocolWatch implements BeforeAllCallback, AfterEachCallback {

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        WatchedProxy.install(ProxySelector.getDefault());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Breach.requireNone(WatchedProxy.newBreaches());
    }
}
