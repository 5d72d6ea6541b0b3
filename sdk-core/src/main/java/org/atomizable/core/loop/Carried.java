package org.atomizable.core.loop;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.atomizable.api.Run;
import org.atomizable.api.annotation.AtomizedJob;
import org.atomizable.core.loop.check.LoopCheck;
import org.atomizable.core.loop.check.LoopCheck.Finding;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The values that the turns of a program's loop, or the atoms of a job, carry from one to the next without saving them.
 *
 * @param unrepeatable clocks, and chance without a seed, on which more than a log may depend; nothing of annotated jobs, whose compiler names them;
 *     and files and system properties that are read and written
 */
public record Carried(String program, List<Finding> findings, List<String> unrepeatable) {

    private static final Logger LOG = LoggerFactory.getLogger(Carried.class);

    private static final int MOST_NAMED = 3;

    /** A class is looked at once, however many instances there are. */
    private static final ClassValue<Carried> OF_JOBS = new ClassValue<>() {
        @Override
        protected Carried computeValue(Class<?> type) {
            return inAtoms(type);
        }
    };

    /** Looks at the byte code of a job's class and of the classes that it uses. */
    public static Carried ofJob(Class<?> type) {
        return OF_JOBS.get(type);
    }

    private static Carried inAtoms(Class<?> type) {
        Optional<ClassFiles> files = ClassFiles.besides(type);
        if (files.isEmpty() || files.get().isRuntime()) {
            return nothing(type);
        }
        try {
            LoopCheck.Result result = LoopCheck.ofJob(files.get()::of, internal(type));
            return new Carried(
                    type.getName(),
                    result.findings(),
                    both(isAnnotated(type) ? List.of() : result.unrepeatable(), result.outside()));
        } catch (RuntimeException | StackOverflowError e) {
            // Byte code that no javac writes must not keep a job from running.
            LOG.warn("the atoms of {} were not checked, since their byte code cannot be read", type.getName(), e);
            return nothing(type);
        }
    }

    private static String internal(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private static List<String> both(List<String> differing, List<String> outside) {
        return Stream.concat(differing.stream(), outside.stream()).toList();
    }

    private static Carried nothing(Class<?> type) {
        return new Carried(type.getName(), List.of(), List.of());
    }

    /** The class that the annotation processor writes holds an object of the annotated one. */
    private static boolean isAnnotated(Class<?> type) {
        return Stream.of(type.getDeclaredFields()).anyMatch(it -> it.getType().isAnnotationPresent(AtomizedJob.class));
    }

    /** Looks at the byte code that a method of a class reaches. */
    static Carried of(Class<?> type, String method) {
        Optional<ClassFiles> files = ClassFiles.besides(type);
        if (files.isEmpty()) {
            LOG.warn(
                    "the loop of {} was not checked, since its class file cannot be read; run a compiled class",
                    type.getName());
            return nothing(type);
        }
        LoopCheck.Result result = LoopCheck.of(files.get()::of, internal(type), method);
        if (!result.hasLoop()) {
            LOG.warn(
                    "the loop of {} was not checked, since no method of {} has it; register all that its turns change",
                    type.getName(),
                    files.get().location());
        }
        return new Carried(type.getName(), result.findings(), both(result.unrepeatable(), result.outside()));
    }

    /** Looks at the program that has called {@link org.atomizable.api.Atomizable#loop} on this thread. */
    static Carried ofCaller() {
        List<StackWalker.StackFrame> frames = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(all ->
                        all.filter(it -> !isRuntime(it.getDeclaringClass())).toList());
        Class<?> caller = frames.get(0).getDeclaringClass();
        Optional<ClassFiles> files = ClassFiles.besides(caller);
        StackWalker.StackFrame first = frames.stream()
                .filter(it -> ClassFiles.besides(it.getDeclaringClass())
                        .map(ClassFiles::location)
                        .equals(files.map(ClassFiles::location)))
                .reduce((newer, older) -> older)
                .orElse(frames.get(0));
        return of(first.getDeclaringClass(), first.getMethodName());
    }

    private static boolean isRuntime(Class<?> type) {
        return type.getPackage() == Run.class.getPackage()
                || type == Carried.class
                || type.getNestHost() == CheckpointedLoop.class;
    }

    /**
     * Returns what is carried for certain. What may be a buffer is left to the check that each new job in a worker makes: a second instance,
     * whose buffers are empty, must go on as the first one.
     */
    public Carried certain() {
        return new Carried(program, findings.stream().filter(Finding::certain).toList(), unrepeatable);
    }

    /** Returns what may be a buffer and may be carried, in sentences. */
    public List<String> suspects() {
        return findings.stream()
                .filter(it -> !it.certain())
                .map(Finding::advice)
                .toList();
    }

    /** Says in a line what differs from run to run, if anything does. */
    public Optional<String> caution() {
        if (unrepeatable.isEmpty()) {
            return Optional.empty();
        }
        String more =
                unrepeatable.size() > MOST_NAMED ? " and %s more".formatted(unrepeatable.size() - MOST_NAMED) : "";
        return Optional.of("%s reads what differs from run to run: %s%s. That is right if no result depends on it"
                .formatted(program, unrepeatable.stream().limit(MOST_NAMED).collect(Collectors.joining(", ")), more));
    }

    void refuse() throws LoopException {
        if (!findings.isEmpty()) {
            throw new LoopException(refusal("turns"), "docs/loops.md says what the state of a loop is");
        }
    }

    /**
     * Says what is certain, and what is not: a value of which only a message depends may begin anew.
     *
     * @param steps what changes it
     */
    public String refusal(String steps) {
        String what = findings.stream().allMatch(Finding::isOfForm)
                ? "the loop of %s cannot be resumed".formatted(program)
                : ("the %s of %s change what is not saved, and later ones read it. A resumed run would read other values there. Whether the result"
                                + " depends on them, byte code does not show; if it does, the run would end in another result")
                        .formatted(steps, program);
        return what + findings.stream().map(it -> "\n- " + it.sentences()).collect(Collectors.joining(".", ":", ""));
    }
}
