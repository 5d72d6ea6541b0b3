package org.atomizable.core.engine;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;

/**
 * All slices of one kind in one place. An engine does not number them: which slice of a place has which number is agreed between a scheduler and
 * the subjobs that it grants them to.
 *
 * @param name the engine's name of the place, such as a node
 * @param memory of each slice
 * @param slices how many there are, free or not
 * @param free how many a subjob could have now
 * @param length how long a subjob may be that starts now on one of them; zero if none would start
 * @param subjobs the ids of the slices on which {@linkplain Engine#start subjobs} run
 */
public record EnginePlace(
        String name, SliceKind kind, Bytes memory, int slices, int free, Duration length, Set<String> subjobs) {

    /** Copies the set. */
    public EnginePlace {
        subjobs = Set.copyOf(subjobs);
    }

    /** Returns one of the slices, which are numbered from 0 on. */
    public Slice slice(int number) {
        return new Slice("%s.%s.%s".formatted(name, kind.name(), number), kind, memory);
    }

    /** Returns the place of a slice of that kind; empty if the slice is no engine's, or of another kind. */
    public static Optional<String> of(String slice, SliceKind kind) {
        return Optional.of(Pattern.compile("(.+)\\." + Pattern.quote(kind.name()) + "\\.\\d{1,6}")
                        .matcher(slice))
                .filter(it -> it.matches())
                .map(it -> it.group(1));
    }
}
