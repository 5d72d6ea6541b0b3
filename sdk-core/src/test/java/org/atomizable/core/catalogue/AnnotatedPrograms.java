package org.atomizable.core.catalogue;

import java.util.List;
import java.util.stream.Stream;

/** Annotated classes of the catalogue: wrong ones, each with the words of its refusal, and right ones. */
final class AnnotatedPrograms {

    /** A class with what else its file declares. The class is a job, and has {@code double sum} as its state. */
    record Program(String name, String members, String others, List<String> words) {

        String source() {
            String length = members.contains("@Enough") ? "openEnded = true" : "atoms = 12";
            return """
                package jobs;
                import java.util.*;
                import java.util.concurrent.*;
                import java.util.function.*;
                import org.atomizable.api.annotation.*;
                import org.atomizable.core.state.*;
                @AtomizedJob(%s)
                class %s {
                    @State double sum;
                    @Evaluate double sum() { return sum; }
                    %s
                }
                %s
                """.formatted(members.contains("@Atoms") ? "" : length, name, members, others);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private AnnotatedPrograms() {}

    private static Program wrong(String name, String members, String others, String... words) {
        return new Program(name, members, others, List.of(words));
    }

    private static Program right(String name, String members, String others) {
        return new Program(name, members, others, List.of());
    }

    /** The compiler refuses them. */
    static Stream<Program> refusedByTheCompiler() {
        return Stream.of(
                wrong(
                        "ClockInConstructor",
                        "final long began = System.nanoTime(); @Atom void step() { sum += began % 7; }",
                        "",
                        "System.nanoTime()",
                        "must not depend on a clock"),
                wrong(
                        "ClockInAStatic",
                        "static final long BEGAN = System.currentTimeMillis(); @Atom void step() { sum += BEGAN % 7; }",
                        "",
                        "System.currentTimeMillis()"),
                wrong(
                        "EnoughCounts",
                        "int asked; @Atom void step() { sum++; } @Enough boolean done() { return ++asked > 20; }",
                        "",
                        "asked can change"),
                wrong(
                        "EnoughByProcessors",
                        "@Atom void step() { sum++; }"
                                + " @Enough boolean done() { return sum > Runtime.getRuntime().availableProcessors(); }",
                        "",
                        "availableProcessors",
                        "use a parameter"),
                wrong(
                        "AtomsByEnvironment",
                        "@Atom void step() { sum++; } @Atoms long n() { return System.getenv().size(); }",
                        "",
                        "System.getenv()",
                        "use a parameter"),
                wrong(
                        "Optimizer",
                        "final ai.djl.training.optimizer.Optimizer sgd ="
                                + " ai.djl.training.optimizer.Optimizer.adam().build(); @Atom void step() { sum++; }",
                        "",
                        "sgd can change",
                        "DJL does not show what an Optimizer keeps"));
    }

    /** They compile, and are refused before they run or at their first commit. */
    static Stream<Program> refusedLater() {
        return Stream.of(
                wrong(
                        "ConstantAfterRestore",
                        "transient double rate = 1; @AfterRestore void again() { rate = 1; }"
                                + " @Atom void step(long atom) { if (atom % 20 == 19) rate /= 2; sum += rate; }",
                        "",
                        "ConstantAfterRestore.rate",
                        "a restore sets it to what a new job has"),
                wrong(
                        "HelperOfState",
                        "@State double[] weights = {1, 0}; final transient Helper helper = new Helper(weights);"
                                + " @Atom void step(long atom) { weights[0]++; sum += atom % 20 == 19 ? helper.first() : 1; }",
                        "record Helper(double[] of) { double first() { return of[0]; } }",
                        "two objects",
                        "weights"),
                wrong(
                        "ReferenceInField",
                        "final LongSupplier next = new java.util.concurrent.atomic.AtomicLong()::incrementAndGet;"
                                + " @Atom void step() { sum += next.getAsLong() % 20 == 0 ? 5 : 1; }",
                        "",
                        "ReferenceInField.next",
                        "not saved"),
                wrong(
                        "OtherClass",
                        "@Atom void step() { Held.LIST.add(sum); sum += Held.LIST.size() % 5; }",
                        "class Held { static final List<Double> LIST = new ArrayList<>(); }",
                        "Held.LIST",
                        "Make it a field"),
                wrong(
                        "OtherNumber",
                        "@Atom void step() { sum += Counts.next(); }",
                        "class Counts { static int n; static int next() { return n++ % 5; } }",
                        "Counts.n"),
                wrong(
                        "PerThread",
                        "@Atom void step() { sum += Threads.LAST.get(); Threads.LAST.set(sum); }",
                        "class Threads { static final ThreadLocal<Double> LAST = ThreadLocal.withInitial(() -> 1.0); }",
                        "Threads.LAST"),
                wrong(
                        "EnumField",
                        "@Atom void step() { sum += Mode.ONLY.use(); }",
                        "enum Mode { ONLY; private int uses; int use() { return ++uses % 3; } }",
                        "Mode.uses"),
                wrong(
                        "InterfaceConstant",
                        "@Atom void step() { Terms.ALL.add(sum); sum += Terms.ALL.size() % 4; }",
                        "interface Terms { List<Double> ALL = new ArrayList<>(); }",
                        "Terms.ALL"),
                wrong(
                        "AccessOrder",
                        "@State Map2 unused = new Map2(0); @State LinkedHashMap<Integer, Integer> uses ="
                                + " new LinkedHashMap<>(16, 0.75f, true);"
                                + " @Atom void step(long atom) { uses.put((int) atom, 1); uses.get(0);"
                                + " sum += uses.keySet().iterator().next(); }",
                        "record Map2(int n) {}",
                        "uses is ordered by access",
                        "final"),
                wrong(
                        "CopyOnWrite",
                        "@State List<Double> terms = new CopyOnWriteArrayList<>();"
                                + " @Atom void step() { terms.add(sum); for (double t : terms) { terms.add(t); sum += t; } }",
                        "",
                        "terms holds a java.util.concurrent.CopyOnWriteArrayList"),
                wrong(
                        "StackAsList",
                        "@State List<Double> terms = new Stack<>();"
                                + " @Atom void step() { terms.add(sum); sum += terms instanceof Stack ? 2 : 1; }",
                        "",
                        "terms holds a java.util.Stack"),
                wrong(
                        "FixedSize",
                        "@State List<Double> terms = Arrays.asList(1.0, 2.0);"
                                + " @Atom void step() { try { terms.add(sum); sum += 1; }"
                                + " catch (UnsupportedOperationException e) { sum += 2; } }",
                        "",
                        "terms holds a view",
                        "new ArrayList<>(list)"),
                wrong(
                        "FinalFixedSize",
                        "@State final List<Double> terms = Arrays.asList(1.0, 2.0);"
                                + " @Atom void step() { terms.set(0, sum); sum += 1; }",
                        "",
                        "terms holds a view"),
                wrong(
                        "View",
                        "@State ArrayList<Double> all = new ArrayList<>(List.of(1.0, 2.0, 3.0));"
                                + " @State List<Double> first = all.subList(0, 2);"
                                + " @Atom void step() { first.set(0, first.get(0) + 1); sum += all.get(0); }",
                        "",
                        "first holds a view"),
                wrong(
                        "ChangingRecord",
                        "@State Count count = new Count(0); @Atom void step() { count = new Count(count.n()); sum += count.n(); }",
                        "record Count(int n) { Count { n = n + 1; } }",
                        "count holds a record Count whose constructor changes"),
                wrong(
                        "TransientNumber",
                        "transient double rate = 1; @Atom void step() { rate *= 0.9; sum += rate; }",
                        "",
                        "TransientNumber.rate"),
                wrong(
                        "TransientObject",
                        "final transient double[] momentum = new double[1];"
                                + " @Atom void step() { momentum[0] = momentum[0] * 0.9 + 1; sum += momentum[0]; }",
                        "",
                        "TransientObject.momentum",
                        "not saved"),
                wrong(
                        "EnoughOfTransient",
                        "transient int asked; @Atom void step() { sum++; } @Enough boolean done() { return ++asked > 20; }",
                        "",
                        "EnoughOfTransient.asked",
                        "done"),
                wrong(
                        "AtomsCount",
                        "@Atom void step() { sum++; } @Atoms long n() { return Made.next(); }",
                        "class Made { static int n = 10; static int next() { return n++; } }",
                        "another spec"),
                wrong(
                        "EngineSeed",
                        "final transient ai.djl.ndarray.NDManager manager ="
                                + " ai.djl.ndarray.NDManager.newBaseManager(\"PyTorch\");"
                                + " { manager.getEngine().setRandomSeed(7); }"
                                + " @Atom void step() { sum += manager.randomUniform(0, 1,"
                                + " new ai.djl.ndarray.types.Shape(1)).getFloat(); }",
                        "",
                        "another state",
                        "sum"),
                wrong(
                        "ShuffledSet",
                        "final transient Set<Object> all = new HashSet<>(); { for (int i = 0; i < 40; i++) all.add(new Object()); }"
                                + " @Atom void step() { sum += all.iterator().next().hashCode(); }",
                        "",
                        "another state",
                        "sum"));
    }

    static Stream<Program> right() {
        return Stream.of(
                right(
                        "FinalAccessOrder",
                        "@State final LinkedHashMap<Integer, Integer> uses = new LinkedHashMap<>(16, 0.75f, true);"
                                + " @Atom void step(long atom) { uses.put((int) atom, 1); uses.get(0);"
                                + " sum += uses.keySet().iterator().next(); }",
                        ""),
                right(
                        "FinalCopyOnWrite",
                        "@State final List<Double> terms = new CopyOnWriteArrayList<>();"
                                + " @Atom void step() { terms.add(sum); for (double t : terms) { sum += t / 9; } }",
                        ""),
                right(
                        "ImmutableList",
                        "@State List<Double> terms = List.of(1.0); @State Deque<Double> last = new ArrayDeque<>();"
                                + " @Atom void step() { terms = List.of(sum, 1.0); last.push(sum); sum += terms.get(1); }",
                        ""),
                right(
                        "Records",
                        "@State Range range = new Range(3, 1); @Atom void step() { range = new Range(range.low() - 1, range.high());"
                                + " sum += range.low(); }",
                        "record Range(int low, int high) { Range { if (low > high) { int t = low; low = high; high = t; } } }"),
                right(
                        "Buffer",
                        "final transient double[] buffer = new double[3];"
                                + " @Atom void step(long atom) { for (int i = 0; i < 3; i++) buffer[i] = atom * i;"
                                + " sum += buffer[2]; }",
                        ""),
                right(
                        "AfterRestored",
                        "@State int size = 1; transient double half;"
                                + " @Atom void step() { sum += half; size++; half = size / 2.0; }"
                                + " @AfterRestore void again() { half = size / 2.0; } { half = 0; }",
                        ""),
                right(
                        "LocalClock",
                        "@Atom void step() { sum++; } LocalClock() { long began = System.nanoTime();"
                                + " System.getLogger(\"x\").log(System.Logger.Level.DEBUG, began); }",
                        ""),
                right(
                        "Enum",
                        "enum Kind { A, B; double rate() { return this == A ? 1 : 2; } } @State Kind kind = Kind.A;"
                                + " @Atom void step() { sum += kind.rate(); kind = kind == Kind.A ? Kind.B : Kind.A; }",
                        ""),
                right(
                        "ThreadsOfAnAtom",
                        "@Atom void step() { int n = Runtime.getRuntime().availableProcessors();"
                                + " sum += n > 0 ? 1 : 2; }",
                        ""),
                right(
                        "Accumulated",
                        "final transient ai.djl.ndarray.NDManager manager ="
                                + " ai.djl.ndarray.NDManager.newBaseManager(\"PyTorch\");"
                                + " @State final ai.djl.ndarray.NDArray weight ="
                                + " manager.ones(new ai.djl.ndarray.types.Shape(3)); { weight.setRequiresGradient(true); }"
                                + " @Atom void step(long atom) { try (var collector = manager.getEngine()"
                                + ".newGradientCollector()) { collector.backward(weight.mul(atom + 1).sum()); }"
                                + " if (atom % 4 == 3) { var gradient = weight.getGradient();"
                                + " sum += gradient.sum().getFloat(); weight.stopGradient().subi(gradient.mul(0.1f));"
                                + " gradient.subi(gradient); } }",
                        ""),
                right(
                        "LogCount",
                        "transient long most; @Atom void step() { most = Math.max(most, (long) sum); sum++; }",
                        ""));
    }
}
