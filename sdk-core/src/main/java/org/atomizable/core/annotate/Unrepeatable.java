package org.atomizable.core.annotate;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Methods and constructors of the JDK whose results differ between runs or processes. */
public final class Unrepeatable {

    private static final Map<String, Set<String>> CLOCKS = Map.of(
            "java.lang.System", Set.of("currentTimeMillis", "nanoTime"),
            "java.time.Clock", Set.of("system", "systemUTC", "systemDefaultZone", "tickMillis", "tickSeconds"),
            "java.util.Calendar", Set.of("getInstance"));

    private static final Map<String, Set<String>> RANDOM = Map.of(
            "java.lang.Math", Set.of("random"),
            "java.lang.StrictMath", Set.of("random"),
            "java.util.UUID", Set.of("randomUUID"),
            "java.util.concurrent.ThreadLocalRandom", Set.of("current"),
            "java.util.random.RandomGenerator", Set.of("getDefault", "of"),
            "java.security.SecureRandom", Set.of("getInstance", "getInstanceStrong"));

    private static final Map<String, Set<String>> PROCESS = Map.of(
            "java.lang.Runtime", Set.of("availableProcessors", "freeMemory", "totalMemory", "maxMemory"),
            "java.lang.ProcessHandle", Set.of("current", "pid", "of"),
            "java.lang.System", Set.of("identityHashCode", "getenv"),
            "java.net.InetAddress", Set.of("getLocalHost"),
            "java.lang.Thread", Set.of("activeCount", "getId", "threadId", "getName"));

    private static final Set<String> UNSEEDED_IF_EMPTY = Set.of("java.util.Random", "java.util.SplittableRandom");

    private Unrepeatable() {}

    /**
     * Returns the rule that a call breaks.
     *
     * @param owner the class's name, with dots
     * @param name the method's name; {@code <init>} for a constructor
     * @param parameters how many it has
     */
    public static Optional<Rule> rule(String owner, String name, int parameters) {
        if (name.equals("<init>")) {
            return ofConstructor(owner, parameters == 0);
        }
        if (CLOCKS.getOrDefault(owner, Set.of()).contains(name)
                || (owner.startsWith("java.time.") && name.equals("now"))) {
            return Optional.of(Rule.CLOCK);
        }
        if (PROCESS.getOrDefault(owner, Set.of()).contains(name)) {
            return Optional.of(Rule.PROCESS);
        }
        boolean unseeded = RANDOM.getOrDefault(owner, Set.of()).contains(name)
                || (owner.equals("java.util.Collections") && name.equals("shuffle") && parameters == 1)
                || (owner.equals("java.util.random.RandomGeneratorFactory")
                        && name.equals("create")
                        && parameters == 0);
        return unseeded ? Optional.of(Rule.RANDOM) : Optional.empty();
    }

    private static Optional<Rule> ofConstructor(String type, boolean empty) {
        if ((empty && UNSEEDED_IF_EMPTY.contains(type)) || type.equals("java.security.SecureRandom")) {
            return Optional.of(Rule.RANDOM);
        }
        return empty && type.equals("java.util.Date") ? Optional.of(Rule.CLOCK) : Optional.empty();
    }
}
