package org.atomizable.core.loop.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.atomizable.core.loop.check.Program.Place;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Looks for what the turns of a loop write and read again later, in another turn or after the loop, and what was not registered as
 * state. A local variable is found by its liveness where the next turn is asked for. Fields, arrays, collections and other objects of
 * the JDK are found by the same search, also in the methods of the program that a turn calls.
 */
public final class LoopCheck {

    private static final String FORM = "Write for (long turn : run), or while (turns.hasNext()) with one turns.next()";

    private final Program program;
    private final Facts facts;
    private final Writes writes;
    private final Reads reads;
    private final Snapshots snapshots;
    private final Lazy lazy;
    private final Certainty certainty;
    private final LeftOut leftOut;
    private final Map<Object, Finding> findings = new LinkedHashMap<>();
    private final List<Region> loops = new ArrayList<>();
    private boolean hasLoop;

    private LoopCheck(Program program) {
        this.program = program;
        this.facts = new Facts(program);
        this.writes = new Writes(program);
        this.reads = new Reads(program, facts);
        this.snapshots = new Snapshots(program, facts);
        this.lazy = new Lazy(program, facts);
        this.certainty = new Certainty(program, facts, reads, writes);
        this.leftOut = new LeftOut(program, facts, certainty);
    }

    /**
     * Something that a resumed loop would not have as a straight one has it.
     *
     * @param what names it, with the lines
     * @param remedy a sentence that says what to write
     * @param certain whether it is carried for certain, as far as byte code shows. If not, it may be a buffer, whose content each turn replaces
     *     before it reads it: then a second process shows within a few turns whether it is
     */
    public record Finding(String what, String remedy, boolean certain) {

        /** Returns whether it is about how the loop is written, and not about what it carries. */
        public boolean isOfForm() {
            return remedy.equals(FORM);
        }

        /** Says it, and what to write. */
        public String advice() {
            return what + ". " + remedy;
        }

        /** Says it, with what the byte code leaves open. */
        public String sentences() {
            return certain
                    ? advice()
                    : advice()
                            + ". It may also be a buffer, which each turn fills before it reads it: then make it where"
                            + " it is used";
        }
    }

    /**
     * The loops of a program, or the atoms of a job.
     *
     * @param findings what is wrong with them
     * @param unrepeatable clocks, and chance without a seed, on which more than a log may depend: each call, its place, and what to use instead
     * @param outside reads of files that they write too, and that are as later atoms have left them
     */
    public record Result(boolean hasLoop, List<Finding> findings, List<String> unrepeatable, List<String> outside) {}

    /**
     * Checks the loops that a method of a class reaches.
     *
     * @param source returns the byte code of a class of the program by its internal name, and nothing for other classes
     * @param type the internal name of the class
     */
    public static Result of(Function<String, Optional<byte[]>> source, String type, String method) {
        return of(new Program(source, type, method, false), type);
    }

    /**
     * Checks the atoms of a class that is a job.
     *
     * @param source returns the byte code of a class of the program by its internal name, and nothing for other classes
     * @param type the internal name of the class
     */
    public static Result ofJob(Function<String, Optional<byte[]>> source, String type) {
        Function<String, Optional<byte[]>> withCourse =
                name -> name.equals(Course.name(type)) ? Optional.of(Course.of(type)) : source.apply(name);
        return of(new Program(withCourse, Course.name(type), Course.METHOD, true), type);
    }

    private static Result of(Program program, String type) {
        LoopCheck check = new LoopCheck(program);
        for (Code code : program.reached()) {
            check.check(code);
        }
        Unrepeatables differing = new Unrepeatables(program, check.facts);
        return new Result(
                check.hasLoop,
                List.copyOf(check.findings.values()),
                program.isOfJob() ? differing.ofJob(type) : differing.ofLoops(check.loops),
                differing.outside(check.loops));
    }

    private void check(Code code) {
        Map<Set<Integer>, List<Integer>> asked = new LinkedHashMap<>();
        Map<Set<Integer>, List<Integer>> taken = new LinkedHashMap<>();
        for (int i : code.reached()) {
            if (code.at(i) instanceof MethodInsnNode call) {
                List<Origins> operands = code.operands(i);
                boolean ofTurns = !operands.isEmpty() && facts.isTurns(code, operands.get(0));
                if (ofTurns && Library.asksForTurn(call)) {
                    asked.computeIfAbsent(operands.get(0).from(), it -> new ArrayList<>())
                            .add(i);
                } else if (ofTurns && Library.takesTurn(call)) {
                    taken.computeIfAbsent(operands.get(0).from(), it -> new ArrayList<>())
                            .add(i);
                }
            }
        }
        List<Integer> heads = asked.values().stream().map(it -> it.get(0)).toList();
        for (Map.Entry<Set<Integer>, List<Integer>> each : asked.entrySet()) {
            hasLoop = true;
            checkForm(code, each.getValue(), taken.getOrDefault(each.getKey(), List.of()));
        }
        List<Region> here = heads.stream().map(it -> Region.of(code, it, heads)).toList();
        loops.addAll(here);
        here.forEach(this::checkLoop);
        for (Region outer : here) {
            for (Region inner : here) {
                if (outer.head() != inner.head() && outer.body().contains(inner.head())) {
                    checkSnapshots(outer, inner);
                }
            }
        }
        taken.forEach((iterator, places) -> {
            if (!asked.containsKey(iterator)) {
                hasLoop = true;
                found(places, "%s takes a turn (%s) without asking for it".formatted(code, lines(code, places)), FORM);
            }
        });
    }

    /** A turn ends where the next one is asked for: that must be at one place. */
    private void checkForm(Code code, List<Integer> asked, List<Integer> taken) {
        if (asked.size() > 1) {
            found(
                    asked,
                    "%s asks for the next turn, which ends the current one, at several places (%s)"
                            .formatted(code, lines(code, asked)),
                    FORM);
        }
        if (taken.size() > 1) {
            found(taken, "%s takes turns at several places (%s)".formatted(code, lines(code, taken)), FORM);
        }
    }

    private void checkLoop(Region loop) {
        Set<Object> seen = new LinkedHashSet<>();
        for (int at : new TreeSet<>(loop.body())) {
            for (Writes.Write each : writes.of(loop.code(), at)) {
                boolean carries = isCarriedWrite(loop, each) || leftOut.addsUp(loop, each);
                if (carries && seen.add(each.key())) {
                    reads.after(loop.code(), loop.head(), each.key(), loop.body())
                            .ifPresent(read -> carried(loop, at, each, read));
                }
            }
        }
    }

    /** Checks the code before the inner loop. It runs again when an epoch is resumed, but before the state is restored. */
    private void checkSnapshots(Region outer, Region inner) {
        Set<Object> seen = new LinkedHashSet<>();
        for (int at : new TreeSet<>(outer.body())) {
            if (inner.body().contains(at) || !snapshots.writes(outer.code(), at)) {
                continue;
            }
            for (Writes.Write each : writes.of(outer.code(), at)) {
                if (outer.leads(at, each.key(), inner) && isCarriedWrite(outer, each) && seen.add(each.key())) {
                    reads.after(inner.code(), inner.head(), each.key(), inner.body())
                            .ifPresent(read -> {
                                Subject subject = Subject.of(outer.code(), each.key(), at);
                                found(
                                        subject.identity(),
                                        "%s is computed from the state before the inner loop (%s) and read after an epoch may have been resumed (%s)"
                                                .formatted(subject.text(), line(each.by()), line(read)),
                                        subject.remedy());
                            });
                }
            }
        }
    }

    private boolean isCarriedWrite(Region loop, Writes.Write write) {
        if (write.key() instanceof Key.Local) {
            return true;
        }
        if (write.key() instanceof Key.Setting setting) {
            return !facts.isRestored(setting);
        }
        List<Integer> outside = write.roots().stream().filter(loop::isOutside).toList();
        if (outside.isEmpty() || outside.stream().allMatch(it -> facts.isUnsaved(loop.code(), it))) {
            return false;
        }
        if (write.key() instanceof Key.Field field) {
            return !facts.isSaved(field) && !lazy.isFilledOnce(field);
        }
        if (write.key() instanceof Key.HeldByField held) {
            return !facts.holdsRegistered(held.field()) && !facts.sharesSaved(held.field());
        }
        int origin = ((Key.Held) write.key()).origin();
        if (facts.onlyHolds(loop.code(), origin) && facts.moves(write.by())) {
            return true;
        }
        Origins object = Origins.of(1, origin);
        return !facts.isRegistered(loop.code(), object) && !facts.isTurns(loop.code(), object);
    }

    private void carried(Region loop, int at, Writes.Write write, Place read) {
        Subject subject = Subject.of(loop.code(), write.key(), at);
        String what = program.isOfJob()
                ? "%s is changed by atoms (%s, %s) and read later (%s, %s), but %s"
                        .formatted(
                                subject.text(),
                                write.by().code().method.name,
                                line(write.by()),
                                read.code().method.name,
                                line(read),
                                lacking(write.key()))
                : "%s is changed in a turn (%s) and %s (%s), but %s"
                        .formatted(
                                subject.text(),
                                line(write.by()),
                                read.code() != loop.code() || loop.body().contains(read.at())
                                        ? "read again in a later turn"
                                        : "read after the loop",
                                line(read),
                                lacking(write.key()));
        String remedy = remedy(subject, write);
        findings.putIfAbsent(subject.identity(), new Finding(what, remedy, certainty.isCertain(loop, at, write)));
    }

    /** Says what is wrong. */
    private String lacking(Key key) {
        if (key.ofField().filter(facts.resets()::isReset).isPresent()) {
            return "a restore sets it to what a new job has";
        }
        if (key.ofField().filter(facts::isNotRestored).isPresent()) {
            return "what is saved of it is not restored";
        }
        return program.isOfJob() ? "it is not saved" : "it is not registered";
    }

    /** Says what to write. */
    private String remedy(Subject subject, Writes.Write write) {
        if (!program.isOfJob() || subject.identity() instanceof Key.Setting) {
            return subject.remedy();
        }
        if (write.roots().contains(Roots.STATIC)) {
            return "Make it a field of the job and save that: all jobs of a process share what is static, and it begins anew in each process";
        }
        return "Save it and restore it, in an annotated class by @State; or set it in restore, or in @AfterRestore. If no result depends on it, "
                + (write.roots().contains(Roots.LEFT_OUT)
                        ? "hold it in a transient AtomicLong"
                        : "make it a transient field, of an object that holds it if it is a number");
    }

    private void found(Object identity, String what, String remedy) {
        findings.putIfAbsent(identity, new Finding(what, remedy, true));
    }

    private static String lines(Code code, Collection<Integer> places) {
        return String.join(
                ", ",
                places.stream().map(it -> line(new Place(code, it))).distinct().toList());
    }

    private static String line(Place place) {
        return place.code().place() + ":" + place.code().line(place.at());
    }
}
