package org.atomizable.core.worker;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.atomizable.api.Atomizable;
import org.atomizable.api.annotation.AtomizedJob;
import org.atomizable.api.spi.JobFactory;
import org.atomizable.core.loop.Carried;
import org.atomizable.core.loop.FreshClasses;
import org.atomizable.core.loop.LoopJob;
import org.atomizable.core.run.JobOrigin;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.state.GeneratedJob;

/**
 * A job that any process with the same class path can create.
 *
 * @param name the name of a {@link JobFactory} that is registered as a service, or the name of a class that is a
 *     {@code JobFactory} or an {@link Atomizable} with a public constructor without parameters, or that has the annotation
 *     {@link AtomizedJob}, or whose {@code main} contains a loop over {@link Atomizable#loop}
 * @param parameters the factory's parameters, those of an annotated class's constructor, or the arguments of {@code main}
 *     as {@code name=value}; empty for a class that implements {@code Atomizable}
 */
public record NamedJob(String name, Map<String, String> parameters) implements JobSource {

    /** Copies the parameters. */
    public NamedJob {
        parameters = Map.copyOf(parameters);
    }

    /** Returns the factories that are registered as services, in order of their names. */
    public static List<JobFactory> known() {
        return StreamSupport.stream(ServiceLoader.load(JobFactory.class).spliterator(), false)
                .sorted((a, b) -> a.name().compareTo(b.name()))
                .toList();
    }

    @Override
    public Atomizable create() throws Exception {
        Atomizable job = made();
        requireSavesAll(job);
        return job;
    }

    @Override
    public Atomizable createAnew() throws Exception {
        if (known().stream().anyMatch(it -> it.name().equals(name)) || LoopJob.isMain(type(false))) {
            return create();
        }
        Thread thread = Thread.currentThread();
        ClassLoader usual = thread.getContextClassLoader();
        FreshClasses.of(type(false)).ifPresent(thread::setContextClassLoader);
        try {
            return made();
        } catch (Exception | LinkageError e) {
            // Some classes can be there only once in a process: those that open a port, or load a library.
            thread.setContextClassLoader(usual);
            return create();
        }
    }

    @Override
    public List<String> suspects(Atomizable job) {
        return job instanceof LoopJob loop
                ? loop.suspects()
                : Carried.ofJob(job.getClass()).suspects();
    }

    /**
     * Says in a line what a job reads that differs from run to run, if there is something.
     *
     * @param job one that this has made
     */
    public static Optional<String> caution(Atomizable job) {
        return job instanceof LoopJob loop
                ? loop.caution()
                : Carried.ofJob(job.getClass()).caution();
    }

    private static void requireSavesAll(Atomizable job) throws JobLoadException {
        Carried carried = Carried.ofJob(job.getClass()).certain();
        if (!carried.findings().isEmpty()) {
            job.close();
            throw new JobLoadException(carried.refusal("atoms"), "docs/annotations.md says what is checked");
        }
    }

    private Atomizable made() throws Exception {
        for (JobFactory factory : known()) {
            if (factory.name().equals(name)) {
                return made(factory);
            }
        }
        // Not initialized here: a loop runs with classes of its own.
        Class<?> type = type(false);
        if (type.isAnnotationPresent(AtomizedJob.class)) {
            return annotated();
        }
        if (LoopJob.isMain(type)) {
            return LoopJob.of(type, arguments());
        }
        Object made = instance(type);
        if (made instanceof JobFactory factory) {
            return made(factory);
        }
        if (made instanceof Atomizable job) {
            requireNoParameters("Leave them out, or write a JobFactory that takes them");
            return job;
        }
        throw new JobLoadException(
                "class %s is neither an Atomizable nor a JobFactory".formatted(name),
                "Let it implement org.atomizable.api.Atomizable, or give it a main with a loop over"
                        + " Atomizable.loop(spec)");
    }

    @Override
    public Map<String, String> origin() {
        try {
            return JobOrigin.notes(name, parameters, Optional.of(source()));
        } catch (JobLoadException unknown) {
            return JobOrigin.notes(name, parameters, Optional.empty());
        }
    }

    /** The parameters as a main takes them: {@code name=value}, in order of their names. */
    private List<String> arguments() {
        return parameters.entrySet().stream()
                .map(it -> it.getKey() + "=" + it.getValue())
                .sorted()
                .toList();
    }

    private Atomizable made(JobFactory factory) throws Exception {
        try {
            return factory.create(parameters);
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    private JobLoadException refused(IllegalArgumentException e) {
        return JobLoadException.ofParameters(
                "job %s cannot be made: %s".formatted(name, e.getMessage()),
                parameters.isEmpty()
                        ? "Correct the job, or give it a parameter that it needs"
                        : "Correct its parameters (%s) or the job".formatted(new TreeMap<>(parameters)),
                e);
    }

    /** Returns the class that makes the job, or that is the job; it is loaded and initialized, but nothing is made. */
    Class<?> source() throws JobLoadException {
        for (JobFactory factory : known()) {
            if (factory.name().equals(name)) {
                return factory.getClass();
            }
        }
        return type(true);
    }

    private Class<?> type(boolean initialize) throws JobLoadException {
        try {
            return Class.forName(name, initialize, Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException e) {
            throw new JobLoadException(
                    "there is no job and no class named %s".formatted(name),
                    nested().map("Write %s, the name of the nested class"::formatted)
                            .orElseGet(() -> "Known jobs are %s; a class of your own must be on the class path"
                                    .formatted(known().stream()
                                            .map(JobFactory::name)
                                            .toList())),
                    e);
        } catch (LinkageError e) {
            throw notLinked(e);
        }
    }

    /** Returns the name of a nested class as the JVM writes it, if this is how the source writes one. */
    private Optional<String> nested() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        String written = name;
        for (int dot = written.lastIndexOf('.'); dot > 0 && loader != null; dot = written.lastIndexOf('.')) {
            written = written.substring(0, dot) + '$' + written.substring(dot + 1);
            if (loader.getResource(written.replace('.', '/') + ".class") != null) {
                return Optional.of(written);
            }
        }
        return Optional.empty();
    }

    private Atomizable annotated() throws JobLoadException {
        Class<?> generated = generated();
        Optional<Constructor<?>> withParameters = Arrays.stream(generated.getConstructors())
                .filter(it -> Arrays.equals(it.getParameterTypes(), new Class<?>[] {Map.class}))
                .findFirst();
        if (withParameters.isEmpty()) {
            requireNoParameters("Leave them out, or let its constructor take them");
            return (Atomizable) instance(generated);
        }
        return (Atomizable) instance(() -> withParameters.get().newInstance(parameters), true);
    }

    private void requireNoParameters(String remedy) throws JobLoadException {
        if (!parameters.isEmpty()) {
            throw JobLoadException.ofParameters(
                    "class %s takes no parameters, was given %s".formatted(name, parameters.keySet()),
                    remedy,
                    new IllegalArgumentException("no parameters"));
        }
    }

    private Object instance(Class<?> type) throws JobLoadException {
        return instance(() -> type.getDeclaredConstructor().newInstance(), false);
    }

    private Object instance(Creation creation, boolean takesParameters) throws JobLoadException {
        try {
            return creation.run();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refusal && takesParameters) {
                throw refused(refusal);
            }
            throw new JobLoadException(
                    "the constructor of class %s threw %s".formatted(name, e.getCause()), "Correct the class", e);
        } catch (ReflectiveOperationException e) {
            boolean inner = type(false).isMemberClass()
                    && !Modifier.isStatic(type(false).getModifiers());
            throw new JobLoadException(
                    "class %s cannot be instantiated".formatted(name),
                    inner
                            ? "It is an inner class, which needs an instance of the class around it: make it static"
                            : "Make it public and not abstract, with a public constructor without parameters",
                    e);
        } catch (LinkageError e) {
            throw notLinked(e);
        }
    }

    /** A call of a constructor. */
    @FunctionalInterface
    private interface Creation {
        Object run() throws ReflectiveOperationException;
    }

    /** Returns the class that the annotation processor wrote for an annotated one. */
    private Class<?> generated() throws JobLoadException {
        String generated = GeneratedJob.of(name);
        try {
            return Class.forName(generated, true, Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException e) {
            throw new JobLoadException(
                    "class %s has @AtomizedJob, but there is no class %s, because annotation processing did not run"
                            .formatted(name, generated),
                    "Compile it with sdk-core on the class path or the processor path; from JDK 23 on, javac also needs"
                            + " -proc:full, and Maven <proc>full</proc>",
                    e);
        } catch (LinkageError e) {
            throw notLinked(e);
        }
    }

    private JobLoadException notLinked(LinkageError e) {
        return new JobLoadException(
                "class %s cannot be linked: %s".formatted(name, e),
                "Compile it for this JDK or an older one, and put what it needs on the class path",
                e);
    }
}
