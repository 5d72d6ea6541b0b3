package org.atomizable.djl.state;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.djl.engine.ArrayTypes;

/**
 * The state that an object keeps in its fields, found by reflection: numbers, texts, maps and arrays, also in the objects that it
 * refers to.
 *
 * <p>What the fields held when the object was wrapped is its configuration, and a state is restored only into an object of
 * the same configuration.
 */
public final class ObjectState {

    private final String name;
    private final List<Member> members;
    private final Map<String, String> paths;
    private final NDManager manager;
    private final String configuration;

    private ObjectState(String name, List<Member> members, Map<String, String> paths, NDManager manager) {
        this.name = name;
        this.members = members;
        this.paths = paths;
        this.manager = manager;
        this.configuration = text(take());
    }

    /**
     * Returns the state of an optimizer: also its arrays.
     *
     * @param name the name under which it is saved
     * @throws NotResumableException if it keeps something that cannot be saved
     */
    public static ObjectState ofOptimizer(
            String name, Object optimizer, Device device, Map<String, String> paths, NDManager manager) {
        MemberSearch search = new MemberSearch("the optimizer " + className(optimizer), true, device);
        return new ObjectState(name, search.in(optimizer), paths, manager);
    }

    /**
     * Returns the state of a loss or an evaluator. Its arrays are weights that never change.
     *
     * @param name the name under which it is saved
     * @throws NotResumableException if it keeps something that cannot be saved
     */
    public static ObjectState ofCounter(String name, String what, Object counter, NDManager manager) {
        MemberSearch search = new MemberSearch(what + " " + className(counter), false, Device.cpu());
        return new ObjectState(name, search.in(counter), Map.of(), manager);
    }

    /** Returns the state of some fields of an object, known by their names. */
    public static ObjectState ofFields(String name, Object object, Set<String> fields, NDManager manager) {
        fields.forEach(field -> Fields.known(object, field));
        MemberSearch search = new MemberSearch(className(object), false, Device.cpu());
        return new ObjectState(name, search.only(object, fields), Map.of(), manager);
    }

    /** Returns a class's simple name, or its full name if it has none. */
    public static String className(Object object) {
        String simple = object.getClass().getSimpleName();
        return simple.isEmpty() ? object.getClass().getName() : simple;
    }

    /** Returns the arrays that it holds now. */
    public Collection<NDArray> arrays() {
        return take().arrays().values();
    }

    /** Writes all values as one text, and each array under its own name. */
    public void save(StateWriter to) throws IOException {
        Snapshot now = take();
        write(to, name, now);
        to.text(name + ".configuration", configuration);
        for (Map.Entry<String, NDArray> entry : now.arrays().entrySet()) {
            NamedArrays.write(to, name + "/" + entry.getKey(), entry.getValue());
        }
    }

    /**
     * Sets all values and arrays to those that were saved.
     *
     * @throws StateMismatchException if they were saved with another configuration
     */
    public void restore(StateReader from) throws IOException {
        String saved = from.text(name + ".configuration");
        if (!saved.equals(configuration)) {
            throw new StateMismatchException("the state is of a training with %s [%s], this one has [%s]"
                    .formatted(name, lines(saved, configuration), lines(configuration, saved)));
        }
        Snapshot fresh = read(from, name, paths);
        String prefix = name + "/";
        for (String array : from.names()) {
            if (array.startsWith(prefix)) {
                fresh.arrays().put(array.substring(prefix.length()), made(array, from.tensor(array)));
            }
        }
        Snapshot before = take();
        put(fresh);
        before.arrays().values().forEach(NDArray::close);
    }

    /** Writes the values of a snapshot as one text. */
    static void write(StateWriter to, String name, Snapshot snapshot) throws IOException {
        to.text(name, text(snapshot));
    }

    /** Reads what {@link #write} wrote. */
    static Snapshot read(StateReader from, String name) throws IOException {
        return read(from, name, Map.of());
    }

    private static Snapshot read(StateReader from, String name, Map<String, String> paths) throws IOException {
        Snapshot read = Snapshot.empty(paths);
        for (String line : from.text(name).lines().toList()) {
            int sign = line.indexOf('=');
            read.values().put(decoded(line.substring(0, sign)), decoded(line.substring(sign + 1)));
        }
        return read;
    }

    /** Returns an action that sets the object back to what it is now, and closes the arrays that it has made since. */
    public Runnable bookmark() {
        Snapshot before = take();
        return () -> {
            Snapshot after = take();
            put(before);
            after.arrays().values().stream()
                    .filter(array -> !before.arrays().containsValue(array))
                    .forEach(NDArray::close);
        };
    }

    private Snapshot take() {
        Snapshot snapshot = Snapshot.empty(paths);
        members.forEach(member -> member.take(snapshot));
        return snapshot;
    }

    private void put(Snapshot snapshot) {
        members.forEach(member -> member.put(snapshot));
    }

    private NDArray made(String array, Tensor saved) throws IOException {
        DataType type = ArrayTypes.known().stream()
                .filter(known -> ArrayTypes.of(known).equals(Optional.of(saved.type())))
                .findFirst()
                .orElseThrow(() ->
                        new StateMismatchException("the state's %s is %s, which no array is".formatted(array, saved)));
        NDArray fresh = manager.zeros(new Shape(saved.shape()), type);
        NamedArrays.overwrite(fresh, array, saved, manager);
        return fresh;
    }

    private static String text(Snapshot snapshot) {
        return snapshot.values().entrySet().stream()
                .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("\n"));
    }

    /** Returns the lines of a text that another does not have. */
    private static String lines(String text, String other) {
        Set<String> known = other.lines().collect(Collectors.toSet());
        return text.lines()
                .filter(line -> !known.contains(line))
                .map(ObjectState::decoded)
                .collect(Collectors.joining(", "));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
