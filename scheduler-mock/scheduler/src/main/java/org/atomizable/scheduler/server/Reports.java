package org.atomizable.scheduler.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The last messages for people in which holders say how their subjobs ended. Safe for use by several threads. */
final class Reports {

    private static final int MOST = 2000;
    private static final int LONGEST = 1000;

    private final Map<String, String> messages = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MOST;
        }
    };

    public synchronized void said(String grant, String message) {
        if (!message.isBlank()) {
            messages.put(grant, message.length() > LONGEST ? message.substring(0, LONGEST) + "..." : message);
        }
    }

    public synchronized Optional<String> message(String grant) {
        return Optional.ofNullable(messages.get(grant));
    }
}
