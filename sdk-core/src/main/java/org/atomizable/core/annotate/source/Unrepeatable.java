package org.atomizable.core.annotate.source;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import org.atomizable.core.annotate.model.Rule;

/** Methods and constructors of the JDK whose results differ between runs or processes. */
final class Unrepeatable {

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

    /** Returns the rule that a call breaks. */
    static Optional<Rule> rule(ExecutableElement called) {
        if (!(called.getEnclosingElement() instanceof TypeElement type)) {
            return Optional.empty();
        }
        String owner = type.getQualifiedName().toString();
        if (called.getKind() == ElementKind.CONSTRUCTOR) {
            return ofConstructor(owner, called.getParameters().isEmpty());
        }
        String name = called.getSimpleName().toString();
        if (CLOCKS.getOrDefault(owner, Set.of()).contains(name)
                || (owner.startsWith("java.time.") && name.equals("now"))) {
            return Optional.of(Rule.CLOCK);
        }
        if (PROCESS.getOrDefault(owner, Set.of()).contains(name)) {
            return Optional.of(Rule.PROCESS);
        }
        boolean unseeded = RANDOM.getOrDefault(owner, Set.of()).contains(name)
                || (owner.equals("java.util.Collections")
                        && name.equals("shuffle")
                        && called.getParameters().size() == 1)
                || (owner.equals("java.util.random.RandomGeneratorFactory")
                        && name.equals("create")
                        && called.getParameters().isEmpty());
        return unseeded ? Optional.of(Rule.RANDOM) : Optional.empty();
    }

    private static Optional<Rule> ofConstructor(String type, boolean empty) {
        if ((empty && UNSEEDED_IF_EMPTY.contains(type)) || type.equals("java.security.SecureRandom")) {
            return Optional.of(Rule.RANDOM);
        }
        return empty && type.equals("java.util.Date") ? Optional.of(Rule.CLOCK) : Optional.empty();
    }
}
