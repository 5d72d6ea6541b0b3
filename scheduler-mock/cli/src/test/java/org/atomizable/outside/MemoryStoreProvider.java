package org.atomizable.outside;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.checkpoint.location.CheckpointStoreProvider;
import org.atomizable.checkpoint.location.ObjectStoreLocation;
import org.atomizable.checkpoint.location.StoreLocation;
import org.atomizable.checkpoint.object.MemoryObjectSpace;

/** Somebody else's store: {@code memory://NAME/PREFIX}, which lasts as long as this JVM. */
public final class MemoryStoreProvider implements CheckpointStoreProvider {

    private static final Map<URI, MemoryObjectSpace> SPACES = new ConcurrentHashMap<>();

    static MemoryObjectSpace space(String url) {
        return SPACES.computeIfAbsent(URI.create(url), it -> new MemoryObjectSpace());
    }

    @Override
    public String scheme() {
        return "memory";
    }

    @Override
    public String form() {
        return "memory://NAME/PREFIX";
    }

    @Override
    public StoreLocation at(URI url) {
        return new ObjectStoreLocation(url, () -> space(url.toString()));
    }
}
