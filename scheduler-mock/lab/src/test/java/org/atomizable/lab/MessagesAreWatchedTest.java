package org.atomizable.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** ProtocolWatch is registered for this module by a file, which is easily lost. */
class MessagesAreWatchedTest {

    @Test
    void callsToSchedulersOnThisMachinePassTheMonitor() {
        // OkHttp tells no path.
        assertThat(ProxySelector.getDefault().select(URI.create("http://127.0.0.1:8080/")))
                .singleElement()
                .extracting(Proxy::type)
                .isEqualTo(Proxy.Type.HTTP);
    }
}
