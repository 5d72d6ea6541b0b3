package org.atomizable.core.state;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The parameters that an annotated job declares, in the order of its constructor. Immutable. */
public final class DeclaredParameters {

    private static final DeclaredParameters NONE = new DeclaredParameters(Map.of());

    /** The declaration of a parameter. */
    private record Declared(String type, Optional<String> usual) {}

    private final Map<String, Declared> all;

    private DeclaredParameters(Map<String, Declared> all) {
        this.all = all;
    }

    /** Returns the declaration of no parameter. */
    public static DeclaredParameters none() {
        return NONE;
    }

    /** Adds a parameter that must be given. */
    public DeclaredParameters with(String name, String type) {
        return with(name, new Declared(type, Optional.empty()));
    }

    /** Adds a parameter that is {@code usual} if it is not given. */
    public DeclaredParameters with(String name, String type, String usual) {
        return with(name, new Declared(type, Optional.of(usual)));
    }

    private DeclaredParameters with(String name, Declared declared) {
        Map<String, Declared> more = new LinkedHashMap<>(all);
        more.put(name, declared);
        return new DeclaredParameters(more);
    }

    /**
     * Returns a value for each parameter.
     *
     * @throws IllegalArgumentException if one is unknown or missing; the message names it, and lists all
     */
    public GivenParameters read(Map<String, String> given) {
        for (String name : new TreeSet<>(given.keySet())) {
            if (!all.containsKey(name)) {
                throw new IllegalArgumentException("there is no parameter %s; %s".formatted(name, list()));
            }
        }
        Map<String, String> texts = new LinkedHashMap<>();
        all.forEach((name, declared) -> texts.put(
                name,
                Optional.ofNullable(given.get(name))
                        .or(declared::usual)
                        .orElseThrow(() ->
                                new IllegalArgumentException("parameter %s is missing; %s".formatted(name, list())))));
        return new GivenParameters(texts);
    }

    private String list() {
        return all.entrySet().stream()
                .map(it -> "%s (%s%s)"
                        .formatted(
                                it.getKey(),
                                it.getValue().type(),
                                it.getValue()
                                        .usual()
                                        .map(usual -> ", \"%s\" if not given".formatted(usual))
                                        .orElse("")))
                .collect(Collectors.joining(", ", "the parameters are ", ""));
    }
}
