package org.atomizable.djl.state;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import ai.djl.training.Trainer;
import ai.djl.training.listener.TrainingListener;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fields of objects of a user's own classes: blocks, data sets, transforms, listeners and what these refer to. Numbers
 * and texts are saved. Of what else may change (arrays, a {@code Random}, collections, static fields) it is watched whether it does, and that
 * is refused by name.
 */
public final class OwnFields {

    private static final Logger LOG = LoggerFactory.getLogger(OwnFields.class);

    private static final String NAME = "own";

    /** Whole data sets are not searched through. */
    private static final int MOST_OBJECTS = 2000;

    /** A field that is watched, and what it held when the training was made. */
    private record Watched(
            Object root, String what, @Nullable Object owner, Field field, String before) {}

    private final Trainer trainer;
    private final List<Member.Simple> saved = new ArrayList<>();
    private final Map<String, Stateful> stateful = new TreeMap<>();
    private final List<Watched> watched = new ArrayList<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> places = new HashSet<>();
    private final Set<Class<?>> classes = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<String, Boolean> frozen;
    private final Map<String, String> paths;
    private boolean warned;

    /**
     * Looks at what a training is made of.
     *
     * @param program a class of the user's: objects of other libraries know themselves what they keep
     * @param besides what it is made of besides its trainer: the data set first
     */
    public OwnFields(Trainer trainer, Class<?> program, List<?> besides) {
        this.trainer = trainer;
        places.add(place(program));
        this.frozen = frozen();
        this.paths = ModelParameters.of(trainer.getModel().getBlock()).paths();
        seen.add(trainer);
        seen.add(trainer.getModel());
        int number = 0;
        for (Object each : besides) {
            search("data" + number++, each, each, true);
        }
        for (Object each : DjlFields.listeners(trainer)) {
            search("listener" + number++, each, each, true);
        }
        search("block", trainer.getModel().getBlock(), trainer.getModel().getBlock(), true);
        // The content of their objects is saved elsewhere.
        search("loss", trainer.getLoss(), trainer.getLoss(), false);
        search("optimizer", DjlFields.optimizer(trainer), DjlFields.optimizer(trainer), false);
    }

    private void search(String address, Object object, Object root, boolean saves) {
        if (object == root) {
            places.add(place(object.getClass()));
        }
        if (seen.size() > MOST_OBJECTS || !seen.add(object)) {
            return;
        }
        if (object instanceof Stateful own) {
            stateful.put(NAME + "/" + address + "/", own);
            return;
        }
        if (object instanceof Trainer) {
            throw new NotResumableException(
                    "%s keeps another trainer, and a job saves the state of one".formatted(name(root)),
                    "Write a job with several networks as an annotated class; docs/djl.md has one");
        }
        if (object instanceof Parameter parameter) {
            if (!paths.containsKey(parameter.getId())) { // of another block, such as a teacher
                Fields.of(parameter).stream()
                        .filter(it -> it.getName().equals("array"))
                        .forEach(it -> watch(root, parameter, it));
            }
            return;
        }
        if (object instanceof Iterable<?> elements && isOfTheJdk(object)) {
            int number = 0;
            for (Object each : elements) {
                inside(address + "[" + number++ + "]", each, root, saves);
            }
            return;
        }
        if (object instanceof Map<?, ?> map) {
            map.forEach((key, value) -> inside(address + "[" + key + "]", value, root, saves));
            return;
        }
        if (isOfTheJdk(object)) {
            return;
        }
        for (Field field : Fields.outsideOfTheJdk(object)) {
            field(address + "." + field.getName(), object, field, root, saves);
        }
        for (Class<?> type = object.getClass(); isOwn(type) && classes.add(type); type = type.getSuperclass()) {
            for (Field field : Fields.statics(type)) {
                watch(root, null, field);
            }
        }
    }

    private void inside(String address, @Nullable Object value, Object root, boolean saves) {
        if (value != null
                && !SimpleValue.isSimple(value.getClass())
                && !value.getClass().isArray()) {
            search(address, value, root, saves);
        }
    }

    private void field(String address, Object owner, Field field, Object root, boolean saves) {
        if (Modifier.isTransient(field.getModifiers())) {
            return;
        }
        @Nullable Object value = Fields.get(field, owner);
        boolean own = isOwn(field.getDeclaringClass());
        if (SimpleValue.isSimple(field.getType())) {
            if (own && saves && !Modifier.isFinal(field.getModifiers())) {
                saved.add(new Member.Simple(address, owner, field));
            }
            return;
        }
        if (own && saves) {
            watch(root, owner, field);
        }
        if (!(value instanceof NDArray) && !(value instanceof NDManager) && !(value instanceof Logger)) {
            inside(address, value, root, saves);
        }
    }

    private void watch(Object root, @Nullable Object owner, Field field) {
        Fingerprint.of(Fields.get(field, owner))
                .ifPresent(it -> watched.add(new Watched(root, what(root, field), owner, field, it)));
    }

    private static String what(Object root, Field field) {
        return "%s changes %s %s.%s"
                .formatted(
                        name(root),
                        Modifier.isStatic(field.getModifiers()) ? "the static field" : "its field",
                        field.getDeclaringClass().getSimpleName(),
                        field.getName());
    }

    private static String name(Object root) {
        String kind =
                root instanceof Block ? "the block" : root instanceof TrainingListener ? "the listener" : "the class";
        return kind + " " + ObjectState.className(root);
    }

    private static boolean isOfTheJdk(Object object) {
        return isOfTheJdk(object.getClass());
    }

    private static boolean isOfTheJdk(Class<?> type) {
        return Stream.of("java.", "javax.", "jdk.", "sun.").anyMatch(type.getName()::startsWith);
    }

    private boolean isOwn(Class<?> type) {
        return !isOfTheJdk(type) && !type.getName().startsWith("ai.djl.") && places.contains(place(type));
    }

    private static String place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? "" : String.valueOf(source.getLocation());
    }

    private Map<String, Boolean> frozen() {
        Map<String, Boolean> now = new TreeMap<>();
        ModelParameters.of(trainer.getModel().getBlock()).all().forEach(it -> now.put(it.path(), it.isTrained()));
        return now;
    }

    /** Returns whether a tensor is one of what such objects write themselves. */
    public static boolean has(String tensor) {
        return tensor.startsWith(NAME + "/");
    }

    /**
     * Saves what can be saved.
     *
     * @throws NotResumableException if something else has changed
     */
    public void save(StateWriter to) throws IOException {
        requireUnchanged();
        for (Map.Entry<String, Stateful> each : stateful.entrySet()) {
            each.getValue().save(Prefixed.in(each.getKey(), to));
        }
        Snapshot now = Snapshot.empty(Map.of());
        saved.forEach(it -> it.take(now));
        if (!now.values().isEmpty()) {
            ObjectState.write(to, NAME, now);
        }
    }

    /** Sets what was saved. */
    public void restore(StateReader from) throws IOException {
        for (Map.Entry<String, Stateful> each : stateful.entrySet()) {
            each.getValue().restore(Prefixed.in(each.getKey(), from));
        }
        if (!saved.isEmpty() && from.names().contains(NAME)) {
            Snapshot then = ObjectState.read(from, NAME);
            saved.forEach(it -> it.put(then));
        }
    }

    private void requireUnchanged() {
        frozen().forEach((path, trains) -> {
            if (!trains.equals(frozen.get(path))) {
                throw new NotResumableException(
                        "parameter %s was %s during the training".formatted(path, trains ? "unfrozen" : "frozen"),
                        "Freeze parameters in the supplier of the trainer, and train in two jobs, one after the other");
            }
        });
        for (Watched one : watched) {
            Optional<String> now = Fingerprint.of(Fields.get(one.field(), one.owner()));
            if (now.equals(Optional.of(one.before()))) {
                continue;
            }
            String type = one.field().getType().getSimpleName();
            if (one.root() instanceof TrainingListener
                    && one.owner() != null
                    && !Fingerprint.hasArrays(Fields.get(one.field(), one.owner()))) {
                if (!warned) {
                    LOG.warn(
                            "{} (a {}), which is not saved: implement Stateful if a result depends on it",
                            one.what(),
                            type);
                    warned = true;
                }
                continue;
            }
            throw new NotResumableException(
                    "%s (a %s), which cannot be saved".formatted(one.what(), type),
                    "Keep a number in a field that is not static, let a block keep a Parameter, and draw chance from"
                            + " ai.djl.util.RandomUtils; or implement org.atomizable.djl.state.Stateful; mark a cache transient");
        }
    }
}
